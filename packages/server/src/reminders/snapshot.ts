import type { ReadState } from '../queues/snapshot.ts';
import { presentReminder } from './present.ts';
import { remindersOf } from './queries.ts';

export const remindersState: ReadState<'reminders'> = async ({ reader, person }) => ({
  reminders: (await remindersOf(reader, person)).map(presentReminder),
});
