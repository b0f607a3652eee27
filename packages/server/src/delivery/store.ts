import type { Selectable } from 'kysely';
import { combine } from '../engine/db/combine.ts';
import type { Pool } from '../engine/db/pool.ts';
import type { Schema } from '../engine/db/schema.ts';
import { q, sql } from '../engine/db/sql.ts';
import type { QueueRecord, Membership } from './local-queue.ts';
import type { ClientOptions } from './client-options.ts';

/** What the hub needs of the table of queues. */
export type QueueStore = {
  load(realmId: number, queueId: string): Promise<QueueRecord | undefined>;
  /** What a user was at a position of the log. */
  membershipAt(realmId: number, userId: number, position: number): Promise<Membership | undefined>;
  remove(realmId: number, queueId: string): Promise<boolean>;
  /** Notes that queues are in use; answers those that still exist. */
  touch(queueIds: readonly string[]): Promise<ReadonlySet<string>>;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** When a node has ended, all of its queues come to the others at once: they are looked up together. */
export function createQueueStore(pool: Pool): QueueStore {
  return {
    load: loadTogether(pool),
    membershipAt: membershipsTogether(pool),
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
  };
}

type QueueRow = Pick<Selectable<Schema['event_queue']>, 'id' | 'realm_id' | 'user_id' | 'from_position'> & {
  readonly wishes: string;
};

function loadTogether(pool: Pool): QueueStore['load'] {
  const shared = sharedOptions();
  const find = combine(async (keys) => {
    const parts = keys.map((key) => key.split('/'));
    const rows = await pool.all(
      sql<QueueRow>`
        select q.id, q.realm_id, q.user_id, q.from_position, q.wishes::text as wishes
        from unnest(${parts.map(([realm]) => Number(realm))}::bigint[], ${parts.map(([, id]) => id)}::uuid[])
          as k (realm_id, id)
        join event_queue q using (realm_id, id)
        where q.last_seen + make_interval(secs => q.idle_seconds + ${EXPIRY_GRACE_SECONDS}) > now()`,
    );
    return new Map(
      rows.map((row): [string, QueueRecord] => [
        `${row.realm_id}/${row.id}`,
        {
          id: row.id,
          realmId: row.realm_id,
          userId: row.user_id,
          fromPosition: row.from_position,
          clientOptions: shared(row.wishes),
        },
      ]),
    );
  });
  return async (realmId, queueId) => (UUID.test(queueId) ? find(`${realmId}/${queueId}`) : undefined);
}

/** Different wishes that are remembered: there are about as many as there are programs. */
const MOST_WISHES = 1_000;

/** Queues of the same program have the same wishes, and share them. */
function sharedOptions(): (text: string) => ClientOptions {
  const known = new Map<string, ClientOptions>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const wishes = JSON.parse(text) as ClientOptions;
    if (known.size >= MOST_WISHES) known.clear();
    known.set(text, wishes);
    return wishes;
  };
}

function membershipsTogether(pool: Pool): QueueStore['membershipAt'] {
  const find = combine(async (keys) => {
    const parts = keys.map((key) => key.split('/').map(Number));
    const column = (n: number): (number | undefined)[] => parts.map((part) => part[n]);
    const rows = await pool.all(
      sql<{ key: string; role: number | null; channels: number[] }>`
        select concat_ws('/', k.realm, k.user_id, k.position) as key,
          (select role from user_role
            where realm_id = k.realm and user_id = k.user_id and from_position <= k.position
            order by from_position desc limit 1) as role,
          array(select channel_id from subscription
            where realm_id = k.realm and user_id = k.user_id and periods @> k.position) as channels
        from unnest(${column(0)}::bigint[], ${column(1)}::bigint[], ${column(2)}::bigint[])
          as k (realm, user_id, position)`,
    );
    return new Map(
      rows.flatMap(({ key, role, channels }): [string, Membership][] =>
        role === null ? [] : [[key, { role, channels }]],
      ),
    );
  });
  return (realmId, userId, position) => find(`${realmId}/${userId}/${position}`);
}

/** Sweeps run every so often, and so does the noting of polls: a queue lives a little longer than it asked for. */
export const EXPIRY_GRACE_SECONDS = 60;
