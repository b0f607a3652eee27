import type { Connection } from '@parley/client/connection.ts';
import { uploadFile } from '@parley/contract/endpoints/uploads.ts';
import { encodePng, type Colour } from '@parley/server/organization/avatars/png.ts';
import { seeded } from '@parley/test-support/seeded.ts';

const SIZE = 600;
const STARS = 400;

/** A night sky: dark blue above, a little lighter towards the harbour, with stars. */
function nightSky(): Buffer {
  const random = seeded(44);
  const palette: Colour[] = Array.from({ length: 200 }, (_, step) => [
    6 + step / 8,
    8 + step / 5,
    30 + step / 3,
  ]);
  const rounded = palette.map((colour) => colour.map(Math.round) as unknown as Colour);
  const star = rounded.push([255, 250, 220]) - 1;
  const pixels = Uint8Array.from({ length: SIZE * SIZE }, (_, at) =>
    Math.floor((Math.floor(at / SIZE) / SIZE) * 199),
  );
  for (let n = 0; n < STARS; n += 1) {
    const at = random.below(SIZE * SIZE - SIZE - 1);
    pixels[at] = star;
    if (n % 5 === 0) for (const beside of [1, SIZE, SIZE + 1]) pixels[at + beside] = star;
  }
  return encodePng({ size: SIZE, pixels, palette: rounded });
}

const LOG = `night,object,minutes,seeing
2026-11-02,M31,40,2.1
2026-11-03,M45,25,1.8
2026-11-05,Jupiter,60,1.6
`;

const FILES: Readonly<Record<string, () => Buffer>> = {
  'sky over the harbour.png': nightSky,
  'november.csv': () => Buffer.from(LOG),
};

/** Texts name files as `{file:name}`; the sender uploads the file first. */
export async function withFiles(speaker: Connection, text: string): Promise<string> {
  let said = text;
  for (const [mark, name = ''] of text.matchAll(/\{file:([^}]+)\}/g)) {
    const content = FILES[name]?.();
    if (content === undefined) throw new Error(`There is no file ${name}.`);
    const file = { name, content: new Blob([Buffer.from(content)]) };
    const { url } = await speaker.call(uploadFile, {}, { file });
    said = said.replace(mark, url);
  }
  return said;
}
