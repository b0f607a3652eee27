import type { Pool } from '../db/pool.ts';
import { q, sql } from '../db/sql.ts';
import type { QueueRecord, Standing } from './local-queue.ts';
import type { Wishes } from './wishes.ts';

/** What the hub needs of the table of queues. */
export type QueueStore = {
  load(realmId: number, queueId: string): Promise<QueueRecord | undefined>;
  /** What a person was at a position of the log. */
  standingAt(realmId: number, personId: number, position: number): Promise<Standing | undefined>;
  remove(realmId: number, queueId: string): Promise<boolean>;
  /** Notes that queues are in use; answers those that still exist. */
  touch(queueIds: readonly string[]): Promise<ReadonlySet<string>>;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const createQueueStore = (pool: Pool): QueueStore => ({
  load: async (realmId, queueId) => {
    if (!UUID.test(queueId)) return undefined;
    const row = await pool.first(
      q
        .selectFrom('event_queue')
        .selectAll()
        .where('realm_id', '=', realmId)
        .where('id', '=', queueId)
        .where(
          sql<boolean>`last_seen + make_interval(secs => idle_seconds + ${EXPIRY_GRACE_SECONDS}) > now()`,
        ),
    );
    if (row === undefined) return undefined;
    return {
      id: row.id,
      realmId: row.realm_id,
      personId: row.person_id,
      fromPosition: row.from_position,
      wishes: row.wishes as unknown as Wishes,
    };
  },
  standingAt: async (realmId, personId, position) => {
    const row = await pool.first(
      sql<{ role: number | null; channels: number[] }>`
        select
          (select role from person_role
            where realm_id = ${realmId} and person_id = ${personId} and from_position <= ${position}
            order by from_position desc limit 1) as role,
          array(select channel_id from subscription
            where realm_id = ${realmId} and person_id = ${personId} and periods @> ${position}::bigint) as channels`,
    );
    const role = row?.role ?? undefined;
    return role === undefined ? undefined : { role, channels: row?.channels ?? [] };
  },
  remove: async (realmId, queueId) => {
    if (!UUID.test(queueId)) return false;
    const gone = await pool.all(
      q.deleteFrom('event_queue').where('realm_id', '=', realmId).where('id', '=', queueId).returning('id'),
    );
    return gone.length > 0;
  },
  touch: async (queueIds) => {
    if (queueIds.length === 0) return new Set();
    const rows = await pool.all(
      sql<{ id: string }>`
        update event_queue set last_seen = now() where id = any(${[...queueIds]}::uuid[]) returning id`,
    );
    return new Set(rows.map((row) => row.id));
  },
});

/** Sweeps run every so often, and so does the noting of polls: a queue lives a little longer than it asked for. */
export const EXPIRY_GRACE_SECONDS = 60;
