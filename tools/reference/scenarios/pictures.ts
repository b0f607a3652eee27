import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** One pixel, as PNG. */
const PIXEL =
  'base64:iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Pictures of users and of the organization, and emoji that an organization makes itself. */
export async function pictures({ show, refuse, iris, amara }: Recorder): Promise<void> {
  await show(api.uploadAvatar, amara, {}, { files: { 'amara.png': PIXEL } });
  await refuse('BAD_IMAGE', api.uploadAvatar, amara, {}, undefined, { 'amara.txt': 'not a picture' });
  await show(api.deleteAvatar, amara, {});
  await show(api.uploadCustomEmoji, amara, { emoji_name: 'dome' }, { files: { 'dome.png': PIXEL } });
  await show(api.getCustomEmoji, amara, {});
  await show(api.deactivateCustomEmoji, amara, { emoji_name: 'dome' });
  await show(api.uploadRealmIcon, iris, {}, { files: { 'icon.png': PIXEL } });
  await show(api.deleteRealmIcon, iris, {});
  await show(api.uploadRealmLogo, iris, { night: false }, { files: { 'logo.png': PIXEL } });
  await show(api.deleteRealmLogo, iris, { night: false });
}
