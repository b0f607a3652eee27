import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { findOrCreateConversation, findConversation, hasEverHadMessages } from '../conversation.ts';
import type { AllowedRecipient, Placement, Recipient, RecipientContext, SendEffects } from './recipient.ts';
import type { DirectAddress, Sender } from './request.ts';
import { hexOf } from './send-key.ts';
import { q, type Reader, sql } from '../../../engine/db/sql.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import { isBot, type UserRow } from '../../../http/actor.ts';
import { groupsWith, hasRealmPermission } from '../../../organization/groups/permissions.ts';
import { visibleUsersOf, hidesUsers } from '../../../organization/users/access.ts';
import { findNamedUsers, refuseUnknownUsers } from '../../../organization/users/find-user.ts';
import { showInConversation } from '../../../organization/users/visibility/watch-guests.ts';

type AllowedUsers = AllowedRecipient & { readonly users: readonly UserRow[] };

export function directRecipient(address: DirectAddress): Recipient<RecipientContext, AllowedUsers> {
  return {
    context: ({ world, realm, user, key }) =>
      world.sending.contexts.find({
        realmId: realm.id,
        userId: user.id,
        channel: null,
        topic: '',
        key: hexOf(key),
      }),
    check: async (sender) => {
      const { reader } = sender.world.sending;
      const users = await participants(reader, sender, address);
      await refuseForbiddenConversation(reader, sender, users);
      return { users, mentionTarget: undefined };
    },
    place: (sender, _context, { users }) => placeAmong(sender, users),
  };
}

async function placeAmong(sender: Sender, users: readonly UserRow[]): Promise<Placement> {
  const { world, realm, accessVersion } = sender;
  const ids = users.map(({ id }) => id);
  const homeId = await findOrCreateConversation(world, realm.id, ids);
  return {
    destination: { audience: { kind: 'users', ids }, homeId, channel: undefined, topic: '', users },
    target: { kind: 'direct', userIds: ids },
    composition: { accessVersion, policy: visibilityPolicies.inherit },
    effects: (await isIntroduction(sender, users, homeId)) ? { before: introduce(world, users) } : undefined,
  };
}

/** Whether guests may see further users once they share a conversation. */
async function isIntroduction(
  { world, realm }: Sender,
  users: readonly UserRow[],
  homeId: number,
): Promise<boolean> {
  const { reader } = world.sending;
  return (
    users.some(isGuest) &&
    (await hidesUsers(reader, realm)) &&
    !(await hasEverHadMessages(reader, realm.id, homeId))
  );
}

function introduce(world: Sender['world'], users: readonly UserRow[]): NonNullable<SendEffects['before']> {
  return async (tx) => {
    await showInConversation(tx, world, users);
    return 0;
  };
}

/** All users of the conversation in the order of their ids, including the sender. */
async function participants(reader: Reader, sender: Sender, address: DirectAddress): Promise<UserRow[]> {
  const { realm, user } = sender;
  const names = address.kind === 'users' ? address.ids : address.emails;
  const named = await findNamedUsers(reader, sender.world.config, sender, names);
  const ids = new Set([...named.values(), user.id].filter((id) => id !== undefined));
  const found = await reader.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id'),
  );
  const sees = await visibleUsersOf(reader, sender, ids);
  refuseUnknownUsers(named, new Set(found.filter(sees).map(({ id }) => id)));
  const deactivated = found.find((one) => !one.is_active);
  if (deactivated !== undefined) throw badRequest(`User ${deactivated.id} is deactivated.`);
  return found;
}

/** Messages from bots, to bots and to oneself are always allowed; permission settings decide about the rest. */
async function refuseForbiddenConversation(
  reader: Reader,
  { realm, user }: Sender,
  users: readonly UserRow[],
): Promise<void> {
  if (isBot(user) || users.every((one) => one.id === user.id || isBot(one))) return;
  if (!(await isAnyPermitted(reader, realm, users)))
    throw badRequest('Direct messages between these users are not allowed in this organization.');
  if (await hasRealmPermission(reader, realm, user, 'direct_message_initiator_group')) return;
  const known = await findConversation(
    reader,
    realm.id,
    users.map(({ id }) => id),
  );
  if (known?.last_message_id == null) throw badRequest('You may not start direct conversations.');
}

async function isAnyPermitted(
  reader: Reader,
  realm: Sender['realm'],
  users: readonly UserRow[],
): Promise<boolean> {
  const group = realm.permissions['direct_message_permission_group'];
  if (group === undefined) return true;
  for (const one of users) if ((await groupsWith(reader, realm.id, [group], one)).size > 0) return true;
  return false;
}
