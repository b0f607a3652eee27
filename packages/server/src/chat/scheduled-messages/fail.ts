import { findOrCreateConversation } from '../messages/conversation.ts';
import { addMessage } from '../messages/send/store.ts';
import { composeForUser, notificationBot } from '../notices/compose-notice.ts';
import type { ScheduledRow } from './rows.ts';
import { reschedule } from './schedule.ts';
import { type Actor, isBot } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

/** Marks a message as failed and, if there is a reason, notifies its sender in the same transaction. */
export async function markFailedAndNotify(
  world: World,
  actor: Actor,
  row: ScheduledRow,
  reason: string | undefined,
): Promise<void> {
  const { realm, user } = actor;
  const notification =
    reason === undefined || isBot(user) || !user.is_active || realm.deactivated_at !== null
      ? undefined
      : await composeForUser(
          world.pool,
          world,
          { cause: actor, content: failureText(row, reason) },
          { user, conversationId: await conversationWithBot(world, actor) },
        );
  await world.write(realm.id, async (tx) => {
    const isMarked = await reschedule(tx, actor, row, { has_failed: true });
    if (isMarked && notification !== undefined) await addMessage(tx, notification);
  });
}

async function conversationWithBot(world: World, { realm, user }: Actor): Promise<number> {
  const bot = await notificationBot(world.pool, realm.id);
  return findOrCreateConversation(world, realm.id, [bot.id, user.id]);
}

function failureText({ due_at }: ScheduledRow, reason: string): string {
  return (
    `The message that you scheduled for <time:${due_at.toISOString()}> was not sent: ${reason}\n\n` +
    'It is kept among your scheduled messages. Give it another time to have it sent.'
  );
}
