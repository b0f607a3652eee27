import type { RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import type { RegisteredUser, User } from '@parley/contract/objects/user.ts';
import { notificationBot } from '../../chat/notices/compose-notice.ts';
import { isAdministrator, isGuest, isModerator, isOwner } from '@parley/contract/rights/roles.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import type { ReadState, Viewpoint } from '../../http/snapshot.ts';
import { grantedPermissions } from '../groups/permissions.ts';
import { readProfiles } from '../profile-fields/rows.ts';
import { allowsWebPublic } from '../realm/web-public.ts';
import { visibleUsersOf, hidesUsers } from './access.ts';
import { avatarUrl } from './avatar.ts';
import { allUsersState, type UsersViewpoint } from './all-users.ts';
import { presentRegistered, presentUnknown, shownAddress, userVisibilityOf } from './present.ts';
import { usersPages } from './queries.ts';
import { userListPart } from './user-list-part.ts';

/** All users and bots as shown to the viewer, and the viewer's own account and permissions. */
export const realmUserState: ReadState<'realm_user'> = async (viewpoint) => {
  const [users, cross_realm_bots, account] = await Promise.all([
    visibleUsers(viewpoint),
    systemBots(viewpoint),
    ownAccount(viewpoint),
  ]);
  return { ...users, cross_realm_bots, ...account };
};

/** The users whom the viewer sees, or the part of them that the client lacks. */
export async function visibleUsers(viewpoint: VisibleUsersViewpoint) {
  const { reader, realm, user, usersSince } = viewpoint;
  if (isGuest(user) && (await hidesUsers(reader, realm))) return restrictedUsers(viewpoint);
  return usersSince === undefined ? allUsersState(viewpoint) : userListPart(viewpoint, usersSince);
}

type VisibleUsersViewpoint = UsersViewpoint &
  Pick<Viewpoint, 'usersSince' | 'epoch'> & {
    readonly clientOptions: Pick<ClientOptions, 'clientGravatar' | 'capabilities'>;
  };

/** Always the whole list: it changes with the channels and conversations of the viewer too. */
async function restrictedUsers(viewpoint: VisibleUsersViewpoint) {
  const { bulk, realm, clientOptions, usersSince } = viewpoint;
  const isVisible = await visibleUsersOf(bulk, viewpoint);
  const visibility = userVisibilityOf(viewpoint, viewpoint, clientOptions.clientGravatar);
  const realm_users: RegisteredUser[] = [];
  const realm_non_active_users: RegisteredUser[] = [];
  for await (const page of usersPages(bulk, realm.id)) {
    const profiles = await readProfiles(bulk, realm.id, page);
    for (const user of page) {
      if (isVisible(user))
        (user.is_active ? realm_users : realm_non_active_users).push(
          presentRegistered(user, visibility, profiles.get(user.id) ?? {}),
        );
      else if (clientOptions.capabilities.user_list_incomplete !== true)
        realm_users.push(registered(presentUnknown(user.id, visibility.domain)));
    }
  }
  const place = usersSince === undefined ? {} : WHOLE_LIST;
  return { realm_users, realm_non_active_users, ...place };
}

const WHOLE_LIST = { users_version: '', users_complete: true, users_restart: true };

async function systemBots(viewpoint: Viewpoint) {
  const bot = await notificationBot(viewpoint.reader, viewpoint.realm.id);
  const visibility = userVisibilityOf(viewpoint, viewpoint, viewpoint.clientOptions.clientGravatar);
  return [{ ...presentRegistered(bot, visibility), is_system_bot: true as const }];
}

function registered({ is_active: _active, ...shownUser }: User): RegisteredUser {
  return shownUser;
}

const OWN_PERMISSIONS: readonly RealmPermission[] = [
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_add_subscribers_group',
  'can_invite_users_group',
];

async function ownAccount(viewpoint: Viewpoint) {
  const { reader, realm, user } = viewpoint;
  const granted = await grantedPermissions(reader, realm, user, OWN_PERMISSIONS);
  const mayCreatePublic = granted.has('can_create_public_channel_group');
  const mayCreatePrivate = granted.has('can_create_private_channel_group');
  return {
    user_id: user.id,
    email: shownAddress(user, userVisibilityOf(viewpoint, viewpoint, false).domain),
    delivery_email: user.delivery_email,
    full_name: user.full_name,
    is_owner: isOwner(user),
    is_admin: isAdministrator(user),
    is_moderator: isModerator(user) && !isAdministrator(user),
    is_guest: isGuest(user),
    avatar_source: user.avatar_source,
    avatar_url: avatarUrl(viewpoint, user),
    avatar_url_medium: avatarUrl(viewpoint, user, true),
    can_create_streams: mayCreatePublic || mayCreatePrivate,
    can_create_public_streams: mayCreatePublic,
    can_create_private_streams: mayCreatePrivate,
    can_create_web_public_streams:
      granted.has('can_create_web_public_channel_group') && allowsWebPublic(viewpoint.config, realm),
    can_subscribe_other_users: granted.has('can_add_subscribers_group'),
    can_invite_others_to_realm: granted.has('can_invite_users_group'),
  };
}
