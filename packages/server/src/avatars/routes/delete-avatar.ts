import { deleteAvatar as contract } from '@parley/contract/endpoints/avatars.ts';
import { route } from '../../http/route.ts';
import { avatarUrl } from '../../people/avatar.ts';
import { holdPeople } from '../../people/hold-people.ts';
import { realmSettingsOf } from '../../realm/settings.ts';
import { changeAvatar, refuseAvatarChange } from '../change-avatar.ts';
import { dropAvatar } from '../upload-avatar.ts';

/** Who has no uploaded picture keeps the one that they have. */
export const deleteAvatarRoute = route(contract, async (call) => {
  const { world, realm } = call;
  refuseAvatarChange(call);
  const { before, after } = await world.write(realm.id, async (tx) => {
    const { me } = await holdPeople(tx, call, call.person.id);
    const isUploaded = me.avatar_source === 'U';
    const source = realmSettingsOf(realm).default_avatar_source;
    return { before: me, after: isUploaded ? await changeAvatar(tx, world, realm, me, source) : me };
  });
  if (after !== before) await dropAvatar(world, before);
  return { avatar_url: avatarUrl(world, after) };
});
