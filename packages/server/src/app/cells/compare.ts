import { catchUp } from './copy.ts';
import type { RealmMove } from './check.ts';
import { MoveError, type Side } from './sides.ts';
import { resumeWrites, stopWrites } from './switch.ts';
import { liveTables } from './tables.ts';

/** Tables with more rows are compared in snapshots only, so that the last pause does not grow with the organization. */
const MANY_ROWS = 5_000;

/**
 * Compares every row of one moment. Writes stop only until both databases have a snapshot of that moment, and go on while
 * the rows are read. Returns the tables that are small enough to be compared again while writes are paused.
 */
export async function compareSnapshots(move: RealmMove): Promise<readonly string[]> {
  const { source, target, realmId, report } = move;
  const tables = await liveTables(source);
  const sides = [source, target];
  try {
    await snapshotBoth(move);
    const [here, there] = await Promise.all(sides.map((side) => digest(side, tables, realmId)));
    refuseDifferences(tables, here, there);
    report(`${tables.length} tables are equal`);
    return tables.filter((table) => (here?.get(table)?.count ?? 0) < MANY_ROWS);
  } finally {
    await Promise.all(sides.map((side) => side.all('commit').catch(() => {})));
  }
}

/** Begins a transaction in each cell; both see the same rows of the organization. */
async function snapshotBoth(move: RealmMove): Promise<void> {
  const { source, target, report, clock } = move;
  const stopped = clock.monotonic();
  try {
    await stopWrites(move);
    await catchUp(move);
    await Promise.all([source, target].map(beginSnapshot));
  } finally {
    await resumeWrites(move);
  }
  report(`writes were paused for ${Math.round(clock.monotonic() - stopped)} ms, to compare the copies`);
}

/** Compares tables of two copies that are at rest. */
export async function compareCopies(
  { source, target, realmId }: RealmMove,
  tables: readonly string[],
): Promise<void> {
  const [here, there] = await Promise.all([source, target].map((side) => digest(side, tables, realmId)));
  refuseDifferences(tables, here, there);
}

async function beginSnapshot(side: Side): Promise<void> {
  await side.all('begin isolation level repeatable read read only');
  // The snapshot is taken by the first query.
  await side.all('select from cell');
}

type Digest = { readonly count: number; readonly hash: string };

function refuseDifferences(
  tables: readonly string[],
  here: ReadonlyMap<string, Digest> | undefined,
  there: ReadonlyMap<string, Digest> | undefined,
): void {
  const different = tables.filter((table) => {
    const [one, other] = [here?.get(table), there?.get(table)];
    return one?.count !== other?.count || one?.hash !== other?.hash;
  });
  if (different.length === 0) return;
  throw new MoveError(
    `The copies differ in ${different.join(', ')}; nothing was changed. Run the command again.`,
  );
}

/** Number and hash of the rows of each table, by one statement, so that the pause of writes has one round trip. */
async function digest(side: Side, tables: readonly string[], realmId: number): Promise<Map<string, Digest>> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*)::float8 as count,
         coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash
       from ${table} t where realm_id = ${realmId}`,
  );
  const rows = await side.all<{ name: string; count: number; hash: string }>(parts.join(' union all '));
  return new Map(rows.map(({ name, count, hash }) => [name, { count, hash }]));
}
