import { uploadAvatar as contract } from '@parley/contract/endpoints/avatars.ts';
import { oneFile } from '../../files/keep-pictures.ts';
import { route } from '../../http/route.ts';
import { avatarUrl } from '../../people/avatar.ts';
import { refuseAvatarChange } from '../change-avatar.ts';
import { giveAvatar, readAvatar } from '../upload-avatar.ts';

export const uploadAvatarRoute = route(contract, async (call) => {
  const { world, realm, person } = call;
  const { content } = oneFile(call.files);
  refuseAvatarChange(call);
  const changed = await giveAvatar(world, realm, person.id, await readAvatar(world, content));
  return { avatar_url: avatarUrl(world, changed) };
});
