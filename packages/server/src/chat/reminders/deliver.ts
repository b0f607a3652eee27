import type { RawBuilder } from 'kysely';
import { findOrCreateConversation } from '../messages/conversation.ts';
import { addMessage } from '../messages/send/store.ts';
import type { OutgoingMessage } from '../messages/send/outgoing-message.ts';
import { composeForUser, notificationBot } from '../notices/compose-notice.ts';
import { removeReminder } from './reminders.ts';
import type { ReminderRow } from './rows.ts';
import { reminderTextAtDelivery } from './reminder-text.ts';
import { q } from '../../engine/db/sql.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import { deliverDue, hasDue, type Due, ownerOf } from '../../http/due.ts';
import type { World } from '../../http/world.ts';

/** Delivers due reminders exactly once, however late. */
export function deliverReminders(world: World): Promise<void> {
  return deliverDue<ReminderRow>(world, 'reminder', deliver);
}

export function isReminderDue(): RawBuilder<boolean> {
  return hasDue('reminder');
}

async function deliver(world: World, row: Due<ReminderRow>): Promise<void> {
  const actor = await ownerOf(world, row);
  if (actor === undefined) return;
  const { realm, user } = actor;
  if (!user.is_active || realm.deactivated_at !== null) {
    await markFailed(world, row);
    return;
  }
  try {
    const message = await compose(world, actor, row);
    await world.write(realm.id, async (tx) => {
      if (await removeReminder(tx, actor, row.id)) await addMessage(tx, message);
    });
  } catch (error) {
    // The renderer may refuse the quoted text.
    if (!(error instanceof ApiError)) throw error;
    await markFailed(world, row);
  }
}

async function compose(world: World, actor: Actor, row: ReminderRow): Promise<OutgoingMessage> {
  const { realm, user } = actor;
  const bot = await notificationBot(world.pool, realm.id);
  return composeForUser(
    world.pool,
    world,
    { cause: actor, content: await reminderTextAtDelivery(world.pool, actor, row) },
    { user, conversationId: await findOrCreateConversation(world, realm.id, [bot.id, user.id]) },
  );
}

/** Publishes no event: a deactivated user has no client, and others see the failure in the list. */
async function markFailed(world: World, { realm_id, id }: ReminderRow): Promise<void> {
  await world.write(realm_id, (tx) =>
    tx.all(
      q
        .updateTable('reminder')
        .set({ has_failed: true, taken_until: null })
        .where('realm_id', '=', realm_id)
        .where('id', '=', id),
    ),
  );
}
