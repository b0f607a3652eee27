import type { ImageDimensions } from './store-attachment.ts';
import type { AttachmentRow } from './rows.ts';
import type { ProcessedPicture, PictureOutput } from '../../engine/files/pictures.ts';
import type { World } from '../../http/world.ts';

const MAX_WIDTH = 840;
const MAX_HEIGHT = 560;

const box = { width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', format: 'webp' } as const;
const FORMATS: Readonly<Record<string, PictureOutput>> = {
  '840x560-anim.webp': { ...box, animated: true },
  '840x560.webp': { ...box, animated: false },
};

/** The available thumbnail formats, as sent at registration. */
export const thumbnailFormats = Object.entries(FORMATS).map(
  ([name, { width, height, format, animated }]) => ({
    name,
    max_width: width,
    max_height: height,
    format,
    animated,
  }),
);

/** Creates and stores the thumbnails of an image; undefined if the file is not a readable image. */
export async function makeThumbnails(
  { pictures, files }: Pick<World, 'pictures' | 'files'>,
  key: string,
  path: string,
): Promise<ImageDimensions | undefined> {
  const made = await pictures.make(path, Object.values(FORMATS));
  if (made === undefined) return undefined;
  for (const [index, name] of Object.keys(FORMATS).entries()) {
    const copy = made.copies[index];
    if (copy !== undefined && hasFormat(name, made)) await files.put(formatKey(key, name), copy);
  }
  return { width: made.width, height: made.height, frames: made.frames };
}

function hasFormat(name: string, { frames }: Pick<ProcessedPicture, 'frames'>): boolean {
  return FORMATS[name]?.animated === false || frames > 1;
}

function formatKey(key: string, name: string): string {
  return `${key}-${name}`;
}

/** The thumbnail's key in the store, if it exists. */
export function thumbnailKey({ key, frames }: AttachmentRow, name: string): string | undefined {
  return frames !== null && name in FORMATS && hasFormat(name, { frames }) ? formatKey(key, name) : undefined;
}

/** All keys of a file in the store. */
export function keysOf(file: Pick<AttachmentRow, 'key'>): string[] {
  return [file.key, ...Object.keys(FORMATS).map((name) => formatKey(file.key, name))];
}

export function hasThumbnail({ frames }: AttachmentRow): boolean {
  return frames !== null;
}
