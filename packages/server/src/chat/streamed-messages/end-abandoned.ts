import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';
import { endStream } from './end.ts';

/** A stream without a piece for so long is over. */
const IDLE_SECONDS = 60;
/** A node that closed a stream and did not end it is gone. */
const ENDING_SECONDS = 15;
const AT_ONCE = 100;

/** Ends streams whose writers are gone, and those that a node was killed in the middle of ending. */
export async function endAbandonedStreams(world: World): Promise<void> {
  const rows = await world.pool.all(sql<{ realm_id: number; message_id: number }>`
    update streamed_message s set is_ended = true, touched_at = now()
    where (s.realm_id, s.message_id) in (
      select o.realm_id, o.message_id from streamed_message o
      join realm r on r.id = o.realm_id and r.deactivated_at is null
      where o.touched_at < now() - make_interval(secs => case when o.is_ended then ${ENDING_SECONDS}::int else ${IDLE_SECONDS}::int end)
      order by o.touched_at limit ${AT_ONCE} for update of o skip locked)
    returning s.realm_id, s.message_id`);
  for (const { realm_id, message_id } of rows)
    await endStream(world, { realmId: realm_id, messageId: message_id }).catch((error: unknown) => {
      world.warn(
        error,
        'end streamed messages',
        'a streamed message could not be ended and will be retried',
        {
          id: message_id,
        },
      );
    });
}
