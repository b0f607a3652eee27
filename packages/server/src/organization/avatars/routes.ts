import * as endpoints from '@parley/contract/endpoints/avatars.ts';
import { oneFile } from '../../http/files/store-pictures.ts';
import { route, type Route } from '../../http/route.ts';
import { changeAvatar, checkAvatarChange } from './change-avatar.ts';
import { deleteAvatarFiles, replaceAvatar, readAvatar } from './upload-avatar.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { avatarUrl } from '../users/avatar.ts';
import { lockWithActor } from '../users/lock-with-actor.ts';

export const avatarRoutes: readonly Route[] = [
  route(endpoints.uploadAvatar, async (call) => {
    const { world, realm, user } = call;
    const { content } = oneFile(call.files);
    checkAvatarChange(call);
    const changed = await replaceAvatar(world, realm, user.id, await readAvatar(world, call, content));
    return { avatar_url: avatarUrl(world, changed) };
  }),
  // A user without an uploaded avatar keeps the current one.
  route(endpoints.deleteAvatar, async (call) => {
    const { world, realm } = call;
    checkAvatarChange(call);
    const { before, after } = await world.write(realm.id, async (tx) => {
      const { me } = await lockWithActor(tx, call, call.user.id);
      const isUploaded = me.avatar_source === 'U';
      const source = realmSettingsOf(realm).default_avatar_source;
      return { before: me, after: isUploaded ? await changeAvatar(tx, world, realm, me, source) : me };
    });
    if (after !== before) await deleteAvatarFiles(world, before);
    return { avatar_url: avatarUrl(world, after) };
  }),
];
