import type { ReadState } from '../queues/snapshot.ts';
import { presentScheduled } from './present.ts';
import { scheduledBy } from './queries.ts';

export const scheduledMessagesState: ReadState<'scheduled_messages'> = async ({ reader, person }) => ({
  scheduled_messages: (await scheduledBy(reader, person)).map(presentScheduled),
});
