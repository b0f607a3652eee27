import * as endpoints from '@parley/contract/endpoints/reminders.ts';
import { accessMessage } from '../messages/access.ts';
import { renderFor } from '../messages/rendering/render.ts';
import { readVocabularyVersions } from '../messages/rendering/vocabulary.ts';
import { createReminder, deleteReminder } from './reminders.ts';
import { presentReminder, remindersOf } from './rows.ts';
import { reminderText } from './reminder-text.ts';
import { dueAt } from '../../engine/due-at.ts';
import { route, type Route } from '../../http/route.ts';

export const reminderRoutes: readonly Route[] = [
  route(endpoints.getReminders, async ({ world, user }) => ({
    reminders: (await remindersOf(world.pool, user)).map(presentReminder),
  })),
  route(endpoints.createMessageReminder, async (call, parameters) => {
    const { world, realm } = call;
    const { message_id, scheduled_delivery_timestamp: seconds } = parameters;
    const note = parameters.note?.trim() ?? '';
    const due = await dueAt(world.pool, seconds);
    const content = await reminderText(world.pool, await accessMessage(world.pool, call, message_id), note);
    const vocabulary = await world.sending.vocabularyOf(
      realm.id,
      await readVocabularyVersions(world.pool, realm.id),
    );
    const { html } = await renderFor(world.sending, world, call, content, vocabulary);
    const columns = { message_id, note, content, rendered: html, due_at: due };
    return { reminder_id: await world.write(realm.id, (tx) => createReminder(tx, call, columns)) };
  }),
  route(endpoints.deleteReminder, async (call, { reminder_id }) => {
    await call.world.write(call.realm.id, (tx) => deleteReminder(tx, call, reminder_id));
    return {};
  }),
];
