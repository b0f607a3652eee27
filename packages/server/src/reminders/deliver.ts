import { q } from '../db/sql.ts';
import { deliverDue, ownerOf, type Due } from '../jobs/due.ts';
import { conversationOf } from '../messages/conversation.ts';
import { addMessage } from '../messages/sending/add-message.ts';
import type { Letter } from '../messages/sending/letter.ts';
import { composeForPerson } from '../notices/compose-notice.ts';
import { notificationBot } from '../notices/notification-bot.ts';
import type { Actor } from '../people/person.ts';
import { Problem } from '../problem.ts';
import type { World } from '../world.ts';
import type { ReminderRow } from './present.ts';
import { removeReminder } from './reminders.ts';
import { wordsNow } from './words.ts';

/** Reminds people whose time has come, each once, and rather late than never. */
export const deliverReminders = (world: World): Promise<void> =>
  deliverDue<ReminderRow>(world, 'reminder', deliver);

const deliver = async (world: World, row: Due<ReminderRow>): Promise<void> => {
  const actor = await ownerOf(world, row);
  if (actor === undefined) return;
  const { realm, person } = actor;
  if (!person.is_active || realm.deactivated_at !== null) {
    await noteFailure(world, row);
    return;
  }
  try {
    const letter = await compose(world, actor, row);
    await world.write(realm.id, async (tx) => {
      if (await removeReminder(tx, actor, row.id)) await addMessage(tx, letter);
    });
  } catch (error) {
    // A quoted text can be too much for the renderer.
    if (!(error instanceof Problem)) throw error;
    await noteFailure(world, row);
  }
};

const compose = async (world: World, actor: Actor, row: ReminderRow): Promise<Letter> => {
  const { realm, person } = actor;
  const bot = await notificationBot(world.pool, realm.id);
  return composeForPerson(
    world.pool,
    world,
    { cause: actor, content: await wordsNow(world.pool, actor, row) },
    { person, conversationId: await conversationOf(world, realm.id, [bot.id, person.id]) },
  );
};

/** There is no event for this: who is not here has no client, and others see it when they look. */
const noteFailure = async (world: World, { realm_id, id }: ReminderRow): Promise<void> => {
  await world.write(realm_id, (tx) =>
    tx.all(
      q
        .updateTable('reminder')
        .set({ has_failed: true, taken_until: null })
        .where('realm_id', '=', realm_id)
        .where('id', '=', id),
    ),
  );
};
