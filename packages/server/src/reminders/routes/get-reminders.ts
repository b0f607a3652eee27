import { getReminders as contract } from '@parley/contract/endpoints/reminders.ts';
import { route } from '../../http/route.ts';
import { presentReminder } from '../present.ts';
import { remindersOf } from '../queries.ts';

export const getRemindersRoute = route(contract, async ({ world, person }) => ({
  reminders: (await remindersOf(world.pool, person)).map(presentReminder),
}));
