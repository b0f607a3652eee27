import { pause } from '../../engine/clock.ts';
import type { RealmMove, Size } from './check.ts';
import { deleteRows } from './clean.ts';
import { linkName, MoveError } from './sides.ts';
import { liveTables } from './tables.ts';

const PROGRESS_MS = 1_000;
const STEP_MS = 20;

/** Copies the organization and keeps the copy up to date, until the link is cut. Removes the rows of an earlier attempt first. */
export async function copyLive(move: RealmMove, size: Size, sourceUrl: string): Promise<void> {
  const { source, target, realmId, subdomain } = move;
  const tables = await liveTables(source);
  await target.all(
    `insert into realm_transfer (realm_id, state, subdomain, cell, url) values ($1, 'arriving', $2, $3, $4)
     on conflict (realm_id) do update set state = 'arriving', subdomain = $2, cell = $3, url = $4, late = null, at = now()`,
    [realmId, subdomain, source.number, sourceUrl],
  );
  await cutLink(move);
  await deleteRows(target, realmId);
  await createLogPartitions(move);
  const filtered = [...tables, 'transfer_mark'].map((table) => `${table} where (realm_id = ${realmId})`);
  await source.all(
    `create publication ${linkName(realmId)} for table ${filtered.join(', ')} with (publish_via_partition_root = true)`,
  );
  const connection = source.url.replaceAll("'", "''");
  await target.all(
    `create subscription ${linkName(realmId)} connection '${connection}' publication ${linkName(realmId)}`,
  );
  if (await untilCopied(move, size)) return;
  move.report('PostgreSQL lost a part of the replication in a crash; the copy begins again');
  await copyLive(move, size, sourceUrl);
}

/** Ends the replication and drops everything that belongs to it, in both cells. */
export async function cutLink({ source, target, realmId }: RealmMove): Promise<void> {
  const name = linkName(realmId);
  const [subscription] = await target.all('select from pg_subscription where subname = $1', [name]);
  if (subscription !== undefined) await target.all(`drop subscription ${name}`);
  await source.all(`drop publication if exists ${name}`);
  await source.all(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [name],
  );
}

/**
 * Old entries of the log would otherwise go to the default partition, which is never dropped. The owner of the log owns
 * its partitions, so that nodes can drop them.
 */
async function createLogPartitions({ source, target, realmId }: RealmMove): Promise<void> {
  const days = await source.all<{ name: string; from: string; to: string }>(
    `select distinct to_char(at at time zone 'UTC', '"log_entry_"YYYYMMDD') as name,
       date_trunc('day', at at time zone 'UTC')::date::text as from,
       (date_trunc('day', at at time zone 'UTC')::date + 1)::text as to
     from log_entry where realm_id = $1`,
    [realmId],
  );
  const { owner } = await target.one<{ owner: string }>(
    "select relowner::regrole::text as owner from pg_class where oid = 'log_entry'::regclass",
  );
  for (const { name, from, to } of days)
    await target.atomically(async () => {
      await target.all('select pg_advisory_xact_lock(7365241)');
      await target.all(`set local lock_timeout = '1s'; set local role ${owner}`);
      await target.all(
        `create table if not exists ${name} partition of log_entry for values from ('${from} 00:00:00+00') to ('${to} 00:00:00+00')`,
      );
    });
}

/** Waits until all tables are copied, and reports rows, rate and time left. Returns false if that will never happen. */
async function untilCopied(move: RealmMove, { rows }: Size): Promise<boolean> {
  const { target, realmId, report, clock } = move;
  const begun = clock.monotonic();
  let reported = begun;
  for (;;) {
    const state = await target.one<{ tables: number; ready: number; rows: number }>(
      `select count(*)::int as tables, count(*) filter (where srsubstate = 'r')::int as ready,
         (select coalesce(sum(tuples_processed), 0)::float8 from pg_stat_progress_copy where datname = current_database()) as rows
       from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid where subname = $1`,
      [linkName(realmId)],
    );
    if (state.tables === 0) throw new MoveError('The subscription has ended. Run the command again.');
    if (state.ready === state.tables) return true;
    if (clock.monotonic() - reported > PROGRESS_MS) {
      if (await hasLostSlot(move)) return false;
      reported = clock.monotonic();
      const share = state.ready / state.tables;
      const seconds = (reported - begun) / 1000;
      const left = share === 0 ? '' : `, about ${Math.ceil((seconds / share) * (1 - share))} s left`;
      report(
        `copied ${state.ready} of ${state.tables} tables (${rows} rows, ${Math.round((rows * share) / seconds)} rows a second${left})`,
      );
    }
    await pause(clock, STEP_MS);
  }
}

/**
 * Whether a table was copied whose slot the old cell no longer has, as after a crash of its PostgreSQL. The new cell then
 * tries for ever to continue from that slot. A slot also ends when its table is up to date, and then is no longer awaited.
 */
export async function hasLostSlot({ source, target, realmId }: RealmMove): Promise<boolean> {
  const awaited = async (): Promise<string[]> => {
    const rows = await target.all<{ name: string }>(
      `select format('pg_%s_sync_%s_', srsubid, srrelid) as name
       from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
       where subname = $1 and srsubstate = 'f'`,
      [linkName(realmId)],
    );
    return rows.map(({ name }) => name);
  };
  const before = await awaited();
  const slots = await source.all<{ slot_name: string }>('select slot_name from pg_replication_slots');
  const missing = before.filter((name) => !slots.some(({ slot_name }) => slot_name.startsWith(name)));
  if (missing.length === 0) return false;
  const after = await awaited();
  return missing.some((name) => after.includes(name));
}

/** Time in which a copy that nobody writes to must catch up. */
const CATCH_UP_MS = 10_000;

/** Waits until everything that was written before has arrived: a mark that is written last arrives last. */
export async function catchUp({ source, target, realmId, clock }: RealmMove): Promise<void> {
  const { mark } = await source.one<{ mark: string }>(
    `insert into transfer_mark (realm_id, mark) values ($1, 1)
     on conflict (realm_id) do update set mark = transfer_mark.mark + 1 returning mark`,
    [realmId],
  );
  const end = clock.monotonic() + CATCH_UP_MS;
  while (clock.monotonic() < end) {
    const [row] = await target.all<{ mark: string }>('select mark from transfer_mark where realm_id = $1', [
      realmId,
    ]);
    if (row?.mark === mark) return;
    await pause(clock, 2);
  }
  throw new MoveError('The copy did not catch up in time; nothing was changed. Run the command again.');
}
