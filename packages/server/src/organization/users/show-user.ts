import type { User } from '@parley/contract/objects/user.ts';
import type { Call } from '../../http/route.ts';
import { readProfiles } from '../profile-fields/rows.ts';
import { presentUser, userVisibilityOf, type ShownUser } from './present.ts';

type View = { readonly client_gravatar: boolean; readonly include_custom_profile_fields: boolean };

/** Presents users to the caller, with their profiles on request. */
export async function showUsers(call: Call, users: readonly ShownUser[], view: View): Promise<User[]> {
  const visibility = userVisibilityOf(call.world, call, view.client_gravatar);
  if (!view.include_custom_profile_fields) return users.map((user) => presentUser(user, visibility));
  const profiles = await readProfiles(call.world.pool, call.realm.id, users);
  return users.map((user) => presentUser(user, visibility, profiles.get(user.id) ?? {}));
}

export async function showUser(call: Call, user: ShownUser, view: View): Promise<User> {
  const [shownUser] = await showUsers(call, [user], view);
  if (shownUser === undefined) throw new Error(`User ${user.id} was not presented.`);
  return shownUser;
}
