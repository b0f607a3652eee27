import type { Random } from '../../engine/clock.ts';
import { isUnavailable } from '../../engine/db/errors.ts';
import type { Pool } from '../../engine/db/pool.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx, Write } from '../../engine/db/tx.ts';
import { StoreUnavailableError } from '../../engine/files/errors.ts';
import { ApiError } from '../../engine/api-error.ts';
import { backoffSeconds } from './backoff.ts';
import { skippedTo } from './entries.ts';
import { errorText } from '../../engine/error-text.ts';
import { parseEntry, type LogEntry, type LogRow } from '../../engine/log/entry.ts';
import type { Concern, OrganizationReader, ReaderKey } from './kinds.ts';

export type OrganizationTurnParts = {
  readonly pool: Pool;
  readonly write: Write;
  readonly random: Random;
  readonly onFailure: (key: ReaderKey, error: unknown) => void;
};

/**
 * The result of a turn: whether the reader has more to read, the recipients' readers that have work now, and whether
 * entries like those should be read soon.
 */
export type OrganizationTurn = {
  readonly hasMore: boolean;
  readonly raised: readonly ReaderKey[];
  readonly isUrgent: boolean;
};

const NOTHING_READ: OrganizationTurn = { hasMore: false, raised: [], isUrgent: false };

/** The reader of an organization is never paused: an entry that it cannot read is a fault of the server. */
const RETRIES = { firstSeconds: 1, maxSeconds: 60 } as const;

/** Reads one batch of an organization's log, unless another node is reading. */
export async function runOrganizationReader(
  { pool, write, random, onFailure }: OrganizationTurnParts,
  reader: OrganizationReader,
  realmId: number,
): Promise<OrganizationTurn> {
  try {
    return await write(realmId, (tx) => readBatch(tx, reader));
  } catch (error) {
    if (isTemporary(error)) throw error;
    const key = { realmId, kind: reader.kind, id: 0 };
    onFailure(key, error);
    await recordFailure(pool, key, error, random);
    return NOTHING_READ;
  }
}

async function readBatch(tx: Tx, reader: OrganizationReader): Promise<OrganizationTurn> {
  const taken = await take(tx, reader);
  // A new row is committed before the first batch, so that a failure of the batch is recorded in it.
  if (taken === undefined) return { ...NOTHING_READ, hasMore: await createCursor(tx, reader) };
  const { position, head, entries } = taken;
  if (head <= position) return NOTHING_READ;
  const { concerns, isUrgent } =
    entries.length === 0 ? { concerns: [], isUrgent: false } : await reader.read(tx, entries);
  const raised = await raise(tx, concerns);
  const last = entries.length < reader.maxEntries ? head : (entries.at(-1)?.position ?? head);
  await moveCursor(tx, reader.kind, last, await skippedTo(tx, tx.realmId, position, entries[0]));
  return { hasMore: last < head, raised, isUrgent };
}

type Taken = { readonly position: number; readonly head: number; readonly entries: readonly LogEntry[] };
type TakenRow = { cursor: number; head: number } & (LogRow | { position: null });

/**
 * Locks the cursor and reads the entries after it, up to the head of the same moment. A cursor that another node has just
 * moved may be beyond that head.
 */
async function take(tx: Tx, { kind, maxEntries }: OrganizationReader): Promise<Taken | undefined> {
  const rows = await tx.all(
    sql<TakenRow>`
      with taken as materialized (
        select r.position, h.head from log_reader r join realm_head h on h.realm_id = r.realm_id
        where r.realm_id = ${tx.realmId} and r.kind = ${kind} and r.id = 0
          and r.due_at <= clock_timestamp() and r.paused_at is null
        for update of r skip locked
      )
      select t.position as cursor, t.head, e.position, e.audience, e.event
      from taken t left join lateral (
        select position, audience, event from log_entry
        where realm_id = ${tx.realmId} and position > t.position and position <= t.head
        order by position limit ${maxEntries}
      ) as e on true
      order by e.position`,
    'take-entries',
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  const entries = rows.flatMap((row) => (row.position === null ? [] : [parseEntry(row)]));
  return { position: first.cursor, head: first.head, entries };
}

/** Nodes look for new organizations every second, so one that is younger than this is read from its first entry. */
const START_BACK_SECONDS = 60;

/** False if the row exists, so that another node holds it, or if it is created on request only. */
async function createCursor(tx: Tx, { kind, start }: OrganizationReader): Promise<boolean> {
  if (start === 'on request') return false;
  const position =
    start === 'oldest'
      ? sql`0`
      : sql`coalesce((select position from log_entry where realm_id = ${tx.realmId}
          and at < now() - make_interval(secs => ${START_BACK_SECONDS}) order by position desc limit 1), 0)`;
  const row = await tx.first(
    sql`insert into log_reader (realm_id, kind, id, position) values (${tx.realmId}, ${kind}, 0, ${position})
      on conflict do nothing returning position`,
  );
  return row !== undefined;
}

async function moveCursor(
  tx: Tx,
  kind: string,
  position: number,
  skipped: number | undefined,
): Promise<void> {
  await tx.all(
    sql`update log_reader set position = ${position}, due_at = clock_timestamp(), tries = 0,
        failing_since = null, last_error = null, skipped_to = coalesce(${skipped ?? null}, skipped_to)
      where realm_id = ${tx.realmId} and kind = ${kind} and id = 0`,
    'move-cursor',
  );
}

/** Gives work to recipients' readers. A reader at rest jumps over the entries that did not concern it. */
async function raise(tx: Tx, concerns: readonly Concern[]): Promise<ReaderKey[]> {
  if (concerns.length === 0) return [];
  const rows = await tx.all(
    sql<{ kind: string; id: number }>`
      update log_reader r set
        position = case when r.wanted <= r.position then greatest(r.position, c.first - 1) else r.position end,
        wanted = greatest(r.wanted, c.last)
      from (select kind, id, min(first) as first, max(last) as last from unnest(
          ${concerns.map(({ kind }) => kind)}::text[], ${concerns.map(({ id }) => id)}::bigint[],
          ${concerns.map(({ first }) => first)}::bigint[], ${concerns.map(({ last }) => last)}::bigint[]
        ) as one (kind, id, first, last) group by kind, id) as c
      where r.realm_id = ${tx.realmId} and r.kind = c.kind and r.id = c.id and r.position < c.last
        and r.id <> 0
      returning r.kind, r.id`,
  );
  return rows.map((row) => ({ realmId: tx.realmId, ...row }));
}

/** The database, the pool or the file store is busy or away: nothing is wrong with the entries. */
function isTemporary(error: unknown): boolean {
  return (
    isUnavailable(error) ||
    error instanceof StoreUnavailableError ||
    (error instanceof ApiError && error.code === 'UNAVAILABLE')
  );
}

async function recordFailure(
  reader: Reader,
  { realmId, kind }: ReaderKey,
  error: unknown,
  random: Random,
): Promise<void> {
  const row = await reader.first(
    sql<{ tries: number }>`
      update log_reader set tries = tries + 1, failing_since = coalesce(failing_since, now()),
        last_error = ${errorText(error)}
      where realm_id = ${realmId} and kind = ${kind} and id = 0 returning tries`,
  );
  const seconds = backoffSeconds(row?.tries ?? 1, RETRIES, random);
  await reader.all(
    sql`update log_reader set due_at = now() + make_interval(secs => ${seconds})
      where realm_id = ${realmId} and kind = ${kind} and id = 0`,
  );
}
