import sharp, { type Metadata, type Sharp } from 'sharp';
import type { Delivery, Made, Order, Output, Source } from './pictures.ts';

/** A compressed picture can claim to be of any size: this is the most that is unpacked, all frames together. */
const MAX_PIXELS = 80_000_000;
/** Frames of a copy that moves. */
const MAX_FRAMES = 500;
const QUALITY = 80;

sharp.cache(false);
sharp.concurrency(1);

process.on('disconnect', () => process.exit());
process.on('message', (message) => {
  const { id, source, outputs } = message as Order;
  makeAll(source, outputs).then(
    (made) => process.send?.({ id, made } satisfies Delivery),
    () => process.send?.({ id, made: undefined } satisfies Delivery),
  );
});

/** What browsers show and what is safe to read; documents that only look like pictures are not among them. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'gif', 'webp', 'tiff', 'heif']);

async function makeAll(source: Source, outputs: readonly Output[]): Promise<Made | undefined> {
  const about = await open(source, false).metadata();
  const frames = about.pages ?? 1;
  if (!FORMATS.has(about.format) || about.width * about.height * frames > MAX_PIXELS) return undefined;
  const copies: Uint8Array[] = [];
  for (const output of outputs) copies.push(await makeOne(source, output, frames));
  return { ...shownSize(about), format: about.format, frames, copies };
}

function open(source: Source, animated: boolean): Sharp {
  return sharp(source, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    ...(animated ? { pages: -1 } : {}),
  });
}

async function makeOne(source: Source, output: Output, frames: number): Promise<Uint8Array> {
  const { width, height, fit, format } = output;
  const moves = output.animated && frames > 1 && frames <= MAX_FRAMES;
  const scaled = open(source, moves)
    .rotate()
    .resize({ width, height, fit, withoutEnlargement: fit === 'inside' });
  return format === 'webp'
    ? scaled.webp({ quality: QUALITY }).toBuffer()
    : scaled.png({ compressionLevel: 9 }).toBuffer();
}

/** Cameras note how they were held instead of turning the picture. */
function shownSize({ width, height, orientation = 1, pageHeight }: Metadata) {
  const tall = pageHeight ?? height;
  return orientation >= 5 ? { width: tall, height: width } : { width, height: tall };
}
