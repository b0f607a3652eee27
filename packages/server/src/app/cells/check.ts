import { freeBytes } from '../../engine/db/free-space.ts';
import type { Clock } from '../../engine/clock.ts';
import { linkName, MoveError, type Side } from './sides.ts';
import { liveTables } from './tables.ts';

/** A move: the organization, where it is and where it goes. */
export type RealmMove = {
  readonly realmId: number;
  readonly subdomain: string;
  readonly source: Side;
  readonly target: Side;
  readonly report: (line: string) => void;
  readonly clock: Clock;
};

export type Size = { readonly rows: number; readonly bytes: number };

/** Checks everything that can be known before anything is changed; returns the size of the organization. */
export async function checkMove(move: RealmMove): Promise<Size> {
  const { source, target, subdomain } = move;
  for (const side of [source, target]) await checkServer(side);
  const identifier = 'select system_identifier::text as id from pg_control_system()';
  if ((await source.one<{ id: string }>(identifier)).id === (await target.one<{ id: string }>(identifier)).id)
    throw new MoveError('Both cells use the same PostgreSQL server; each cell needs its own.');
  await checkEqual(
    move,
    'migrations or functions',
    'run parley migrate with the same release in both',
    SCHEMA,
  );
  await checkEqual(move, 'secrets', 'cells share PARLEY_SECRET', 'select id from sealing_key order by id');
  const [other] = await target.all<{ id: string }>('select id from realm where subdomain = $1 or id = $2', [
    subdomain,
    move.realmId,
  ]);
  if (other !== undefined)
    throw new MoveError(
      Number(other.id) === move.realmId
        ? `Cell ${target.number} has a copy of this organization already.`
        : `Cell ${target.number} has another organization of this name.`,
    );
  await checkUnlinked(move);
  const size = await sizeOf(move);
  await checkSpace(move, size);
  return size;
}

/** An earlier move in the other direction must be complete: its replication would delete rows that it cleans up. */
async function checkUnlinked({ source, target, realmId }: RealmMove): Promise<void> {
  const name = linkName(realmId);
  const links = [
    ...(await source.all('select from pg_subscription where subname = $1', [name])),
    ...(await target.all('select from pg_publication where pubname = $1', [name])),
    ...(await target.all(
      "select from realm_transfer where realm_id = $1 and state = 'departed' and not is_clean",
      [realmId],
    )),
  ];
  if (links.length > 0)
    throw new MoveError(
      `The earlier move from cell ${target.number} to ${source.number} is not complete. Repeat that command first.`,
    );
}

export function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1_048_576);
}

/** Rows, their indexes, and WAL while they are copied. */
const SPACE_FACTOR = 3;

/** Fails if the disk of the new cell is too small, where its PostgreSQL may run `df`. */
async function checkSpace({ target, report }: RealmMove, { bytes }: Size): Promise<void> {
  const free = await target
    .atomically(() => freeBytes((statement) => target.all(statement)))
    .catch(() => undefined);
  if (free === undefined) return report(`the free space of cell ${target.number} is unknown`);
  if (free < SPACE_FACTOR * bytes)
    throw new MoveError(
      `Cell ${target.number} has ${mebibytes(free)} MiB of free space; ${mebibytes(SPACE_FACTOR * bytes)} are needed.`,
    );
}

const SCHEMA = `select name, hash from migration union all select name, hash from sql_file order by 1, 2`;

/** Slots and workers of a move: one for all tables, and two for those that are being copied. */
const SLOTS = 3;

async function checkServer(side: Side): Promise<void> {
  const row = await side.one<{
    version: number;
    wal: string;
    free: number;
    workers: number;
  }>(
    `select current_setting('server_version_num')::int as version, current_setting('wal_level') as wal,
       current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as free,
       current_setting('max_logical_replication_workers')::int as workers`,
  );
  const cell = `PostgreSQL of cell ${side.number}`;
  if (row.version < 150_000) throw new MoveError(`${cell} is older than 15, which cannot filter rows.`);
  if (row.wal !== 'logical') throw new MoveError(`${cell} needs wal_level = logical.`);
  if (row.free < SLOTS)
    throw new MoveError(`${cell} has ${row.free} free replication slots; ${SLOTS} are needed.`);
  if (row.workers < SLOTS)
    throw new MoveError(`${cell} needs max_logical_replication_workers of at least ${SLOTS}.`);
}

async function checkEqual(
  { source, target }: RealmMove,
  subject: string,
  help: string,
  statement: string,
): Promise<void> {
  const [here, there] = await Promise.all([source.all(statement), target.all(statement)]);
  if (JSON.stringify(here) !== JSON.stringify(there))
    throw new MoveError(`Cells ${source.number} and ${target.number} have different ${subject}: ${help}.`);
}

/** Rows and bytes of the organization, by the average size of a row in each table. */
async function sizeOf({ source, realmId }: RealmMove): Promise<Size> {
  let [rows, bytes] = [0, 0];
  for (const table of await liveTables(source)) {
    const row = await source.one<{ count: number; bytes: number }>(
      `select count(*)::float8 as count, coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes
       from ${table} t where realm_id = $1`,
      [realmId],
    );
    rows += row.count;
    bytes += row.bytes;
  }
  return { rows, bytes };
}
