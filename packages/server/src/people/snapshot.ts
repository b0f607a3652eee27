import type { RegisteredUser, User } from '@parley/contract/objects/user.ts';
import type { RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import { heldPermissions } from '../groups/permissions.ts';
import { notificationBot } from '../notices/notification-bot.ts';
import { readProfiles } from '../profile-fields/queries.ts';
import { allowsWebPublic } from '../realm/web-public.ts';
import type { ReadState, Viewpoint } from '../queues/snapshot.ts';
import { eyesOf, hidesPeople } from './access.ts';
import { avatarUrl } from './avatar.ts';
import { everybodySeen } from './everybody.ts';
import { isAdministrator, isGuest, isModerator, isOwner } from './person.ts';
import { presentRegistered, presentUnknown, shownAddress, sightOf } from './present.ts';
import { peoplePages } from './queries.ts';

/** All people and bots as one reader sees them, and what the reader is and may do. */
export const realmUserState: ReadState<'realm_user'> = async (viewpoint) => ({
  ...(await everybody(viewpoint)),
  cross_realm_bots: await systemBots(viewpoint),
  ...(await oneself(viewpoint)),
});

const everybody = async (viewpoint: Viewpoint) => {
  const { reader, realm, person: viewer, wishes } = viewpoint;
  if (!isGuest(viewer) || !(await hidesPeople(reader, realm))) return everybodySeen(viewpoint);
  const sees = await eyesOf(reader, viewpoint);
  const sight = sightOf(viewpoint, viewpoint, wishes.clientGravatar);
  const realm_users: RegisteredUser[] = [];
  const realm_non_active_users: RegisteredUser[] = [];
  for await (const page of peoplePages(reader, realm.id)) {
    const profiles = await readProfiles(reader, realm.id, page);
    for (const person of page) {
      if (sees(person))
        (person.is_active ? realm_users : realm_non_active_users).push(
          presentRegistered(person, sight, profiles.get(person.id) ?? {}),
        );
      else if (wishes.capabilities.user_list_incomplete !== true)
        realm_users.push(registered(presentUnknown(person.id, sight.domain)));
    }
  }
  return { realm_users, realm_non_active_users };
};

const systemBots = async (viewpoint: Viewpoint) => {
  const bot = await notificationBot(viewpoint.reader, viewpoint.realm.id);
  const sight = sightOf(viewpoint, viewpoint, viewpoint.wishes.clientGravatar);
  return [{ ...presentRegistered(bot, sight), is_system_bot: true as const }];
};

const registered = ({ is_active: _active, ...user }: User): RegisteredUser => user;

const ASKED: readonly RealmPermission[] = [
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_add_subscribers_group',
  'can_invite_users_group',
];

const oneself = async (viewpoint: Viewpoint) => {
  const { reader, realm, person } = viewpoint;
  const held = await heldPermissions(reader, realm, person, ASKED);
  const inPublic = held.has('can_create_public_channel_group');
  const inPrivate = held.has('can_create_private_channel_group');
  return {
    user_id: person.id,
    email: shownAddress(person, sightOf(viewpoint, viewpoint, false).domain),
    delivery_email: person.delivery_email,
    full_name: person.full_name,
    is_owner: isOwner(person),
    is_admin: isAdministrator(person),
    is_moderator: isModerator(person) && !isAdministrator(person),
    is_guest: isGuest(person),
    avatar_source: person.avatar_source,
    avatar_url: avatarUrl(viewpoint, person),
    avatar_url_medium: avatarUrl(viewpoint, person, true),
    can_create_streams: inPublic || inPrivate,
    can_create_public_streams: inPublic,
    can_create_private_streams: inPrivate,
    can_create_web_public_streams:
      held.has('can_create_web_public_channel_group') && allowsWebPublic(viewpoint.config, realm),
    can_subscribe_other_users: held.has('can_add_subscribers_group'),
    can_invite_others_to_realm: held.has('can_invite_users_group'),
  };
};
