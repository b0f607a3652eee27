import { createMessageReminder as contract } from '@parley/contract/endpoints/reminders.ts';
import { route } from '../../http/route.ts';
import { dueAt } from '../../jobs/due-at.ts';
import { accessMessage } from '../../messages/access.ts';
import { renderFor } from '../../messages/compose.ts';
import { readStamps } from '../../messages/sending/vocabulary.ts';
import { createReminder } from '../reminders.ts';
import { wordsAbout } from '../words.ts';

export const createMessageReminderRoute = route(contract, async (call, parameters) => {
  const { world, realm } = call;
  const { message_id, scheduled_delivery_timestamp: seconds } = parameters;
  const note = parameters.note?.trim() ?? '';
  const due = await dueAt(world.pool, seconds);
  const content = await wordsAbout(world.pool, await accessMessage(world.pool, call, message_id), note);
  const vocabulary = await world.sending.vocabularyOf(realm.id, await readStamps(world.pool, realm.id));
  const { html } = await renderFor(world.sending, world, call, content, vocabulary);
  const columns = { message_id, note, content, rendered: html, due_at: due };
  return { reminder_id: await world.write(realm.id, (tx) => createReminder(tx, call, columns)) };
});
