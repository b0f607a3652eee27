import { conversationOf } from '../messages/conversation.ts';
import { addMessage } from '../messages/sending/add-message.ts';
import { composeForPerson } from '../notices/compose-notice.ts';
import { notificationBot } from '../notices/notification-bot.ts';
import { isBot, type Actor } from '../people/person.ts';
import type { World } from '../world.ts';
import type { ScheduledRow } from './present.ts';
import { reschedule } from './schedule.ts';

/** Notes that a message could not be sent, and tells its sender why, both or nothing. Without a reason nobody is told. */
export const fail = async (
  world: World,
  actor: Actor,
  row: ScheduledRow,
  reason: string | undefined,
): Promise<void> => {
  const { realm, person } = actor;
  const letter =
    reason === undefined || isBot(person) || !person.is_active || realm.deactivated_at !== null
      ? undefined
      : await composeForPerson(
          world.pool,
          world,
          { cause: actor, content: wordsOf(row, reason) },
          { person, conversationId: await conversationWithBot(world, actor) },
        );
  await world.write(realm.id, async (tx) => {
    const isNoted = await reschedule(tx, actor, row, { has_failed: true });
    if (isNoted && letter !== undefined) await addMessage(tx, letter);
  });
};

const conversationWithBot = async (world: World, { realm, person }: Actor): Promise<number> => {
  const bot = await notificationBot(world.pool, realm.id);
  return conversationOf(world, realm.id, [bot.id, person.id]);
};

const wordsOf = ({ due_at }: ScheduledRow, reason: string): string =>
  `The message that you scheduled for <time:${due_at.toISOString()}> was not sent: ${reason}\n\n` +
  'It is kept among your scheduled messages. Give it another time to have it sent.';
