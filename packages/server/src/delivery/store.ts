import type { Selectable } from 'kysely';
import { batchLookups } from '../engine/db/batch-lookups.ts';
import { setBounded } from '../engine/db/keep-recent.ts';
import type { Pool } from '../engine/db/pool.ts';
import type { Schema } from '../engine/db/schema.ts';
import { q, sql } from '../engine/db/sql.ts';
import type { QueueRecord, Membership } from './local-queue.ts';
import type { ClientOptions } from './client-options.ts';

/** Access of the hub to the table `event_queue`. */
export type QueueStore = {
  load(realmId: number, queueId: string): Promise<QueueRecord | undefined>;
  /** Role and subscriptions of a user at a log position. */
  membershipAt(realmId: number, userId: number, position: number): Promise<Membership | undefined>;
  /** Announces to all nodes that the user goes back in the queue. */
  countRewind(realmId: number, userId: number, queueId: string): Promise<void>;
  /** Deletes a queue; `acknowledged` is the position up to which the client has received events, if it is known. */
  remove(realmId: number, queueId: string, acknowledged?: number): Promise<boolean>;
  /** Records that queues are in use, and what they acknowledged; returns the ids of those that still exist. */
  touch(queues: readonly UsedQueue[]): Promise<ReadonlySet<string>>;
};

/** A queue in use, and the log position of the last event that its client has acknowledged. */
export type UsedQueue = { readonly id: string; readonly acknowledged: number };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** When a node stops, all of its clients reconnect to other nodes at once, so lookups are batched. */
export function createQueueStore(pool: Pool): QueueStore {
  return {
    load: batchedLoad(pool),
    membershipAt: batchedMembershipAt(pool),
    countRewind: async (realmId, userId, queueId) => {
      if (!UUID.test(queueId)) return;
      await pool.all(
        q
          .updateTable('event_queue')
          .set((row) => ({ rewinds: row('rewinds', '+', 1) }))
          .where('realm_id', '=', realmId)
          .where('id', '=', queueId)
          .where('user_id', '=', userId),
      );
    },
    remove: async (realmId, queueId, acknowledged) => {
      if (!UUID.test(queueId)) return false;
      if (acknowledged !== undefined) await touch(pool, [{ id: queueId, acknowledged }]);
      const deleted = await pool.all(
        q.deleteFrom('event_queue').where('realm_id', '=', realmId).where('id', '=', queueId).returning('id'),
      );
      return deleted.length > 0;
    },
    touch: (queues) => touch(pool, queues),
  };
}

async function touch(pool: Pool, queues: readonly UsedQueue[]): Promise<ReadonlySet<string>> {
  if (queues.length === 0) return new Set();
  const rows = await pool.all(
    sql<{ id: string }>`
      update event_queue q set last_seen = now(), offline_at = null, acknowledged = used.acknowledged
      from unnest(${queues.map(({ id }) => id)}::uuid[],
        ${queues.map(({ acknowledged }) => acknowledged)}::bigint[]) as used (id, acknowledged)
      where q.id = used.id returning q.id`,
  );
  return new Set(rows.map((row) => row.id));
}

type QueueRow = Pick<
  Selectable<Schema['event_queue']>,
  'id' | 'realm_id' | 'user_id' | 'from_position' | 'rewinds' | 'credential_id'
> & {
  readonly client_options: string;
};

function batchedLoad(pool: Pool): QueueStore['load'] {
  const parseOptions = sharedOptions();
  const find = batchLookups(async (keys) => {
    const parts = keys.map((key) => key.split('/'));
    const rows = await pool.all(
      sql<QueueRow>`
        select q.id, q.realm_id, q.user_id, q.from_position, q.rewinds, q.credential_id,
          q.client_options::text as client_options
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
          clientOptions: parseOptions(row.client_options),
          rewinds: row.rewinds,
          credentialId: row.credential_id,
        },
      ]),
    );
  });
  return async (realmId, queueId) => (UUID.test(queueId) ? find(`${realmId}/${queueId}`) : undefined);
}

/** Distinct options in the cache; there are about as many as client programs. */
const MAX_CACHED_OPTIONS = 1_000;

/** Queues of the same client program have equal options and share one object. */
function sharedOptions(): (text: string) => ClientOptions {
  const cache = new Map<string, ClientOptions>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const options = JSON.parse(text) as ClientOptions;
    setBounded(cache, text, options, MAX_CACHED_OPTIONS);
    return options;
  };
}

function batchedMembershipAt(pool: Pool): QueueStore['membershipAt'] {
  const find = batchLookups(async (keys) => {
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

/** `last_seen` is updated periodically, so a queue may expire this much later than its lifespan, never earlier. */
export const EXPIRY_GRACE_SECONDS = 60;
