import { appendAudit } from '../../engine/audit/append.ts';
import { pause } from '../../engine/clock.ts';
import { compile } from '../../engine/db/sql.ts';
import type { RealmMove } from './check.ts';
import { MoveError, type Side } from './sides.ts';
import { LATE_TABLES, keyOf } from './tables.ts';

/** Locks that nodes take, shared, before they write (`hold_home`) or claim rows of outboxes (`keep_home`). */
const WRITES = 7_365_242;
const CLAIMS = 7_365_243;

/** Time in which the transactions of the organization that are in progress must end. */
const LOCK_SECONDS = 5;

const CLAIM_CHECK_MS = 200;
/** Longer than an attempt to deliver takes. Rows that still look claimed then wait for their next attempt. */
const MAX_DELIVERY_MS = 130_000;

/** From now on no node claims e-mails, pushes or readers of the organization; waits for those in progress. */
export async function stopClaims(move: RealmMove): Promise<void> {
  await lock(move, CLAIMS);
  const { source, realmId, report, clock } = move;
  const end = clock.monotonic() + MAX_DELIVERY_MS;
  for (let isReported = false; clock.monotonic() < end; isReported = true) {
    const { count } = await source.one<{ count: number }>(CLAIMED, [realmId]);
    if (count === 0) return;
    if (!isReported) report(`waiting for ${count} deliveries in progress`);
    await pause(clock, CLAIM_CHECK_MS);
  }
}

/** Claims whose delivery may still be in progress: the lease of a reader, and two minutes after the claim of an e-mail or push. */
const CLAIMED = `select (
    (select count(*) from mail where realm_id = $1 and tries > 0 and last_error is null
      and next_try_at - make_interval(secs => least(120 * power(2, least(tries - 1, 10)), 3600)) > now() - interval '2 minutes')
    + (select count(*) from push_delivery where realm_id = $1 and tries > 0 and tries < 3 and due_at > now())
    + (select count(*) from log_reader where realm_id = $1 and id <> 0 and tries = 0 and due_at > clock_timestamp())
  )::int as count`;

/** A session that is idle for longer belongs to a command that hangs; PostgreSQL then ends it, and the pause. */
const IDLE_SECONDS = 20;

/** From now on no node writes anything of the organization, until it has departed or this connection ends. */
export async function stopWrites(move: RealmMove): Promise<void> {
  const limit = `'${IDLE_SECONDS}s'`;
  await move.source.all(
    `set idle_session_timeout = ${limit}; set idle_in_transaction_session_timeout = ${limit}`,
  );
  await lock(move, WRITES);
}

/** Ends the pause of writes. */
export async function resumeWrites({ source, realmId }: RealmMove): Promise<void> {
  await source.all('select pg_advisory_unlock($1, hashint8($2))', [WRITES, realmId]);
  await source.all('set idle_session_timeout = 0');
  await source.all('set idle_in_transaction_session_timeout = 0');
}

async function lock({ source, realmId }: RealmMove, kind: number): Promise<void> {
  await source.all(`set lock_timeout = '${LOCK_SECONDS}s'`);
  await source.all('select pg_advisory_lock($1, hashint8($2))', [kind, realmId]);
}

export async function epochOf(side: Side): Promise<string> {
  return (await side.one<{ token: string }>('select token from epoch')).token;
}

/** The late rows of an organization as one value. */
const LATE_ROWS = `jsonb_build_object(${LATE_TABLES.map(
  (table) =>
    `'${table}', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${table} t where ${keyOf(table)} = $1)`,
).join(', ')})`;

export async function lateRows({ source, realmId }: RealmMove): Promise<string> {
  return (await source.one<{ late: string }>(`select ${LATE_ROWS}::text as late`, [realmId])).late;
}

/**
 * The point of no return: the organization leaves the old cell in one transaction of the connection that holds the locks.
 * Afterwards its late rows are kept in `realm_transfer`.
 */
export async function depart(move: RealmMove, url: string, targetEpoch: string): Promise<void> {
  const { source, target, realmId, subdomain } = move;
  await source.atomically(async () => {
    await source.all(
      `insert into realm_transfer (realm_id, state, subdomain, cell, url, target_epoch, late)
       select $1, 'departed', $2, $3, $4, $5, ${LATE_ROWS}
       on conflict (realm_id) do update set state = 'departed', subdomain = $2, cell = $3, url = $4, target_epoch = $5,
         late = excluded.late, is_settled = false, is_clean = false, at = now()`,
      [realmId, subdomain, target.number, url, targetEpoch],
    );
    await source.all(
      LATE_TABLES.map((table) => `delete from ${table} where ${keyOf(table)} = ${realmId}`).join('; '),
    );
  });
  await source.all('set idle_session_timeout = 0');
}

/** The organization begins its life in the new cell, with all of its late rows in one transaction. */
export async function arrive({ source, target, realmId, clock }: RealmMove): Promise<void> {
  const { late } = await source.one<{ late: string }>(
    'select late::text as late from realm_transfer where realm_id = $1',
    [realmId],
  );
  await raiseSequences(source, target);
  await target.atomically(async () => {
    await insertLateRows(target, late);
    await target.all('update realm set moves = moves + 1 where id = $1', [realmId]);
    await target.all('delete from realm_transfer where realm_id = $1', [realmId]);
    await recordMove(source, target, realmId, clock.now());
  });
}

async function recordMove(source: Side, target: Side, realmId: number, now: number): Promise<void> {
  const change = {
    action: 'organization.moved',
    object: { type: 'organization' },
    before: { cell: source.number },
    after: { cell: target.number },
  } as const;
  const { sql: text, parameters } = compile(
    appendAudit(realmId, [change], { kind: 'operator', via: 'parley realm move' }, now),
  );
  await target.all(text, parameters);
}

export async function insertLateRows(target: Side, late: string): Promise<void> {
  const inserts = LATE_TABLES.map(
    (table) => `new_${table} as (
      insert into ${table} overriding system value
      select (jsonb_populate_record(null::${table}, row)).* from given, jsonb_array_elements(late -> '${table}') as row)`,
  );
  await target.all(`with given as (select $1::jsonb as late), ${inserts.join(', ')} select`, [late]);
}

/** Ids that the new cell gives out must be higher than those of the organization. */
export async function raiseSequences(source: Side, target: Side): Promise<void> {
  const rows = await source.all<{ name: string; last: string }>(
    `select sequencename as name, coalesce(last_value, 0) as last from pg_sequences
     where schemaname = (select relnamespace::regnamespace::text from pg_class where oid = 'realm'::regclass)
       and data_type = 'bigint'::regtype and sequencename <> 'realm_id_seq' and last_value is not null`,
  );
  await target.all(
    `select setval(name::regclass, greatest(last, nextval(name::regclass)))
     from unnest($1::text[], $2::bigint[]) as raised (name, last)`,
    [rows.map(({ name }) => name), rows.map(({ last }) => last)],
  );
}

/** Fails if a cell has begun a new epoch during the move, because its rows may have changed without a trace. */
export async function checkEpochs(move: RealmMove, begun: readonly string[]): Promise<void> {
  const now = await Promise.all([epochOf(move.source), epochOf(move.target)]);
  if (now.some((token, n) => token !== begun[n]))
    throw new MoveError('A cell has begun a new epoch; nothing was changed. Run the command again.');
}
