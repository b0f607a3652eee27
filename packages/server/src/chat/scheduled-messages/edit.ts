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

/** Attempts of an edit when the message changes concurrently. */
const MAX_ATTEMPTS = 5;

export async function editScheduled(call: Call, id: number, changes: Changes): Promise<void> {
  const { world, realm } = call;
  const { scheduled_delivery_timestamp: seconds, ...texts } = changes;
  const changesRecipients = texts.to !== undefined || texts.topic !== undefined || texts.type !== undefined;
  if (!changesRecipients && texts.content === undefined && seconds === undefined)
    throw badRequest('The request contains no changes.');
  if (texts.type !== undefined && texts.to === undefined)
    throw badRequest('Missing parameter to, which type needs.');
  const due = seconds === undefined ? undefined : await dueAt(world.pool, seconds);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const row = await accessScheduled(world.pool, call, id);
    if (row.has_failed && due === undefined)
      throw badRequest('Missing parameter scheduled_delivery_timestamp: a failed message needs a new time.');
    const columns = await changedColumns(call, row, texts);
    if (columns === undefined && due === undefined) return;
    const all = { ...columns, ...(due === undefined ? {} : { due_at: due }), has_failed: false };
    if (await world.write(realm.id, (tx) => reschedule(tx, call, row, all))) return;
  }
  throw new ApiError('UNAVAILABLE', 'The message is being changed by other requests; try again.');
}

/** Undefined if the message itself does not change; direct messages ignore a topic. */
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
