import { limits } from '@parley/contract/limits.ts';
import { emojiCode, extraEmoji } from '@parley/markdown/emoji';
import { randomBytes } from 'node:crypto';
import type { PictureOutput } from '../../engine/files/picture.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import { type Actor, shareOf } from '../../http/actor.ts';
import type { UploadedFile } from '../../http/fields.ts';
import { storePictures, unreadableImage, oneFile } from '../../http/files/store-pictures.ts';
import type { World } from '../../http/world.ts';
import { addEmoji, nameTaken } from './custom-emoji.ts';
import { activeEmoji, keysOf } from './rows.ts';
import { hasRealmPermission } from '../groups/permissions.ts';

const SIDE = 64;
const SHAPE = { width: SIDE, height: SIDE, fit: 'cover' } as const;
const STILL: PictureOutput = { ...SHAPE, format: 'png', animated: false };
const MOVING: PictureOutput = { ...SHAPE, format: 'webp', animated: true };
/** Animated emoji are downloaded by every client that shows them. */
const MAX_BYTES = 1024 * 1024;

/** Creates an emoji from a picture. Cheap checks come before decoding the picture. */
export async function uploadEmoji(
  world: World,
  actor: Actor,
  text: string,
  files: readonly UploadedFile[],
): Promise<void> {
  const name = checkName(text);
  if (!(await hasRealmPermission(world.pool, actor.realm, actor.user, 'can_add_custom_emoji_group')))
    throw badRequest('You may not add emoji to this organization.');
  if ((await activeEmoji(world.pool, actor.realm.id, [name])).length > 0) throw nameTaken();
  const { content } = oneFile(files);
  if (isBuiltIn(name) && !isAdministrator(actor.user))
    throw badRequest('Only administrators replace built-in emoji.');
  const made = await world.pictures.make(shareOf(actor), content, [STILL, MOVING]);
  const [still, moving] = made?.copies ?? [];
  if (made === undefined || still === undefined || moving === undefined) throw unreadableImage();
  if (moving.length > MAX_BYTES) throw new ApiError('BAD_IMAGE', 'The picture moves for too long.');
  const emoji = { name, file: randomBytes(16).toString('hex'), is_animated: made.frames > 1 };
  const keys = keysOf({ ...emoji, realm_id: actor.realm.id });
  const copies = emoji.is_animated ? [moving, still] : [still];
  await storePictures(world, new Map(keys.map((key, i) => [key, copies[i] ?? still])), () =>
    world.write(actor.realm.id, (tx) => addEmoji(tx, actor, emoji)),
  );
}

const NAME = /^[0-9a-z_-]*[0-9a-z]$/;

function checkName(text: string): string {
  const name = text.trim().replaceAll(' ', '_');
  if (!NAME.test(name) || name.length > limits.customEmojiNameLength)
    throw badRequest(
      `The name of an emoji has up to ${limits.customEmojiNameLength} small letters, digits, dashes and underscores, and ends with a letter or digit.`,
    );
  return name;
}

function isBuiltIn(name: string): boolean {
  return extraEmoji.has(name) || emojiCode(name) !== undefined;
}
