import type { ScheduledRow } from './rows.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { badRequest, notFound, type ApiError } from '../../engine/api-error.ts';
import type { Actor, UserRow } from '../../http/actor.ts';

export async function accessScheduled(reader: Reader, { user }: Actor, id: number): Promise<ScheduledRow> {
  const row = await reader.first(
    q
      .selectFrom('scheduled_message')
      .selectAll()
      .where('realm_id', '=', user.realm_id)
      .where('id', '=', id)
      .where('user_id', '=', user.id),
  );
  if (row === undefined) throw await missingError(reader, user, id);
  return row;
}

/** Ids of sent messages are kept for a while, for a more precise error. */
export async function missingError(
  reader: Reader,
  user: Pick<UserRow, 'realm_id' | 'id'>,
  id: number,
): Promise<ApiError> {
  const sent = await reader.first(
    q
      .selectFrom('scheduled_message_sent')
      .select('id')
      .where('realm_id', '=', user.realm_id)
      .where('id', '=', id)
      .where('user_id', '=', user.id),
  );
  return sent === undefined
    ? notFound('There is no such scheduled message.')
    : badRequest('This scheduled message has already been sent.');
}
