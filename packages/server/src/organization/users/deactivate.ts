import { uncountSubscriber } from '../../chat/channels/count.ts';
import { forgetDeliveriesOf } from '../../chat/event-subscriptions/deliveries.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { publishLeftRoleGroups } from '../groups/role-groups.ts';
import { endCredentialsOf } from '../credentials/end.ts';
import { revokeInvitationsOf } from '../invitations/revoke.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { viewersOf, guestsNotSeeing } from './audience.ts';
import { deleteQueuesOf } from './delete-queues.ts';
import { isBot, type UserRow } from '../../http/actor.ts';

/** Deactivates a user's bots, then the user. They receive no events after this log position. */
export async function deactivate(tx: Tx, realm: RealmRow, user: UserRow): Promise<void> {
  const bots = await tx.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('bot_owner_id', '=', user.id)
      .where('is_active', '=', true)
      .orderBy('id')
      .forUpdate(),
  );
  for (const account of [...bots, user]) await deactivateAccount(tx, realm, account);
}

async function deactivateAccount(tx: Tx, realm: RealmRow, user: UserRow): Promise<void> {
  await tx.all(
    q
      .updateTable('realm_user')
      .set({ is_active: false })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', user.id),
  );
  tx.record({
    action: isBot(user) ? 'bot.deactivated' : 'user.deactivated',
    object: { type: 'user', id: user.id },
  });
  tx.notify({ notice: 'credentials', user_id: user.id });
  // The key of a bot works again when the bot is reactivated.
  if (!isBot(user)) await endCredentialsOf(tx, user.id);
  await deleteQueuesOf(tx, [user.id]);
  await forgetDeliveriesOf(tx, user.id);
  tx.emit(await viewersOf(tx, realm, user), {
    type: 'realm_user',
    op: 'update',
    person: { user_id: user.id, is_active: false },
  });
  await revokeInvitationsOf(tx, user.id);
  await uncountSubscriber(tx, user);
  const others = await guestsNotSeeing(tx, realm, user);
  if (others !== undefined) await publishLeftRoleGroups(tx, user, others);
}
