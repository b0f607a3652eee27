import type { ImageDimensions } from './store-attachment.ts';
import type { AttachmentRow } from './rows.ts';
import type { PictureOutput } from '../../engine/files/picture.ts';
import { type Actor, shareOf } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

const MAX_WIDTH = 840;
const MAX_HEIGHT = 560;

const box = { width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', format: 'webp' } as const;
const STILL: PictureOutput = { ...box, animated: false };
export const ANIMATED: PictureOutput = { ...box, animated: true };
const STILL_NAME = '840x560.webp';
const ANIMATED_NAME = '840x560-anim.webp';

/** The available thumbnail formats, as sent at registration. */
export const thumbnailFormats = Object.entries({ [ANIMATED_NAME]: ANIMATED, [STILL_NAME]: STILL }).map(
  ([name, { width, height, format, animated }]) => ({
    name,
    max_width: width,
    max_height: height,
    format,
    animated,
  }),
);

/** The still thumbnail of an image that is not stored yet. */
export type Thumbnail = { readonly image: ImageDimensions; readonly content: Uint8Array };

/** Returns undefined if the file is not a readable image. */
export async function makeThumbnail(
  { pictures }: Pick<World, 'pictures'>,
  actor: Actor,
  path: string,
): Promise<Thumbnail | undefined> {
  const made = await pictures.make(shareOf(actor), path, [STILL]);
  const [content] = made?.copies ?? [];
  if (made === undefined || content === undefined) return undefined;
  return { image: { width: made.width, height: made.height, frames: made.frames }, content };
}

/** The key of the still thumbnail in the store. */
export function stillKey({ key }: Pick<AttachmentRow, 'key'>): string {
  return `${key}-${STILL_NAME}`;
}

export function animatedKey({ key }: Pick<AttachmentRow, 'key'>): string {
  return `${key}-${ANIMATED_NAME}`;
}

/** The kind of thumbnail that a name in a URL stands for, if the file has it. */
export function thumbnailNamed({ frames }: AttachmentRow, name: string): 'still' | 'animated' | undefined {
  if (frames === null) return undefined;
  if (name === STILL_NAME) return 'still';
  return name === ANIMATED_NAME && frames > 1 ? 'animated' : undefined;
}

/** All keys of a file in the store. */
export function keysOf(file: Pick<AttachmentRow, 'key'>): string[] {
  return [file.key, animatedKey(file), stillKey(file)];
}

export function hasThumbnail({ frames }: AttachmentRow): boolean {
  return frames !== null;
}
