import { deleteReminder as contract } from '@parley/contract/endpoints/reminders.ts';
import { route } from '../../http/route.ts';
import { deleteReminder } from '../reminders.ts';

export const deleteReminderRoute = route(contract, async (call, { reminder_id }) => {
  await call.world.write(call.realm.id, (tx) => deleteReminder(tx, call, reminder_id));
  return {};
});
