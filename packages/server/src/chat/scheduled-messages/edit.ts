import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import { accessScheduled } from './access.ts';
import { isToChannel, prepare, type Prepared, type ScheduleRequest } from './prepare.ts';
import type { ScheduledRow } from './rows.ts';
import { reschedule } from './schedule.ts';
import { dueAt } from '../../engine/due-at.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { Call } from '../../http/route.ts';

type Changes = Omit<ParametersOf<typeof updateScheduledMessage>, 'scheduled_message_id'>;

/** How often an edit is thought out anew when the message changed meanwhile. */
const TRIES = 5;

export async function editScheduled(call: Call, id: number, changes: Changes): Promise<void> {
  const { world, realm } = call;
  const { scheduled_delivery_timestamp: seconds, ...texts } = changes;
  const isAddressed = texts.to !== undefined || texts.topic !== undefined || texts.type !== undefined;
  if (!isAddressed && texts.content === undefined && seconds === undefined)
    throw badRequest('Say what shall change.');
  if (texts.type !== undefined && texts.to === undefined)
    throw badRequest('A new type needs new recipients.');
  const due = seconds === undefined ? undefined : await dueAt(world.pool, seconds);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const row = await accessScheduled(world.pool, call, id);
    if (row.has_failed && due === undefined) throw badRequest('What could not be sent needs a new time.');
    const columns = await changedColumns(call, row, texts);
    if (columns === undefined && due === undefined) return;
    const all = { ...columns, ...(due === undefined ? {} : { due_at: due }), has_failed: false };
    if (await world.write(realm.id, (tx) => reschedule(tx, call, row, all))) return;
  }
  throw new ApiError('UNAVAILABLE', 'The message is being changed by others; try again.');
}

/** Undefined when nothing of the message itself changes: users have no topic. */
async function changedColumns(
  call: Call,
  row: ScheduledRow,
  texts: Omit<Changes, 'scheduled_delivery_timestamp'>,
): Promise<Prepared | undefined> {
  const isDirect = row.channel_id === null;
  const { to, content, topic } = texts;
  if (to === undefined && content === undefined && (topic === undefined || isDirect)) return undefined;
  const type = texts.type ?? (isDirect ? 'direct' : 'channel');
  const request: ScheduleRequest = {
    type,
    to: to ?? row.channel_id ?? row.users,
    content: content ?? row.content,
    ...(topic !== undefined ? { topic } : isDirect || !isToChannel({ type }) ? {} : { topic: row.topic }),
  };
  return prepare(call, request);
}
