import type { PictureFacts } from './keep.ts';
import type { AttachmentRow } from './rows.ts';
import type { Made, Output } from '../../engine/files/pictures.ts';
import type { World } from '../../http/world.ts';

const WIDTH = 840;
const HEIGHT = 560;

const box = { width: WIDTH, height: HEIGHT, fit: 'inside', format: 'webp' } as const;
const FORMATS: Readonly<Record<string, Output>> = {
  '840x560-anim.webp': { ...box, animated: true },
  '840x560.webp': { ...box, animated: false },
};

/** The small copies that clients can ask for, as registration tells it. */
export const thumbnailFormats = Object.entries(FORMATS).map(
  ([name, { width, height, format, animated }]) => ({
    name,
    max_width: width,
    max_height: height,
    format,
    animated,
  }),
);

/** Makes the small copies of a picture and stores them beside it. Undefined: it is none, or one that cannot be read. */
export async function makeThumbnails(
  { pictures, files }: Pick<World, 'pictures' | 'files'>,
  key: string,
  path: string,
): Promise<PictureFacts | undefined> {
  const made = await pictures.make(path, Object.values(FORMATS));
  if (made === undefined) return undefined;
  for (const [index, name] of Object.keys(FORMATS).entries()) {
    const copy = made.copies[index];
    if (copy !== undefined && isMade(name, made)) await files.put(copyKey(key, name), copy);
  }
  return { width: made.width, height: made.height, frames: made.frames };
}

function isMade(name: string, { frames }: Pick<Made, 'frames'>): boolean {
  return FORMATS[name]?.animated === false || frames > 1;
}

function copyKey(key: string, name: string): string {
  return `${key}-${name}`;
}

/** Where a small copy is, if there is one. */
export function thumbnailKey({ key, frames }: AttachmentRow, name: string): string | undefined {
  return frames !== null && name in FORMATS && isMade(name, { frames }) ? copyKey(key, name) : undefined;
}

/** Everything that a file has in the store. */
export function keysOf(file: Pick<AttachmentRow, 'key'>): string[] {
  return [file.key, ...Object.keys(FORMATS).map((name) => copyKey(file.key, name))];
}

export function hasThumbnail({ frames }: AttachmentRow): boolean {
  return frames !== null;
}
