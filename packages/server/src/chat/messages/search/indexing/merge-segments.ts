import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import type { PackedPages } from '../segments/page.ts';
import type { IndexingWorld } from './add-batch.ts';
import { findBuild, lockBuild } from './builds.ts';
import type { IndexLimits } from './index-limits.ts';
import { replaceDamaged } from './repair.ts';
import { readPages, storeSegment, type SegmentRow } from './segment-rows.ts';
import type { LoadedSegment } from './segment-task.ts';

/**
 * Merges neighboring segments. Pages are read and merged outside of a transaction; the transaction that stores the
 * result checks that no segment changed meanwhile. Returns whether it merged.
 */
export async function mergeSegments(
  world: IndexingWorld,
  realmId: number,
  limits: IndexLimits,
): Promise<boolean> {
  const { pool, write, segmentWorker, tokenizers } = world;
  const build = await findBuild(pool, realmId, tokenizers[0]);
  const group = build === undefined ? undefined : await findGroup(pool, realmId, build.id, limits);
  const [first] = group?.segments ?? [];
  if (build === undefined || group === undefined || first === undefined) return false;
  const segments: LoadedSegment[] = [];
  for (const segment of group.segments) segments.push(await loadSegment(pool, realmId, segment));
  const result = await segmentWorker.run({ kind: 'merge', isOrdered: !first.is_amendment, segments });
  if (result.kind === 'damaged') await write(realmId, (tx) => replaceDamaged(world, tx, build.id));
  if (result.kind !== 'pages') return false;
  return write(realmId, async (tx) => {
    const locked = await lockBuild(tx, tokenizers[0]);
    if (locked?.id !== build.id || !(await areUnchanged(tx, realmId, group.segments))) return false;
    await replaceSegments(tx, build.id, group, result.pages);
    return true;
  });
}

async function replaceSegments(
  tx: Tx,
  buildId: number,
  { segments, level }: MergeGroup,
  pages: PackedPages,
): Promise<void> {
  const isMerged = sql`realm_id = ${tx.realmId} and id = any(${segments.map(({ id }) => id)}::bigint[])`;
  const merged = {
    is_amendment: segments.some(({ is_amendment }) => is_amendment),
    level,
    first_id: Math.min(...segments.map(({ first_id }) => first_id)),
    last_id: Math.max(...segments.map(({ last_id }) => last_id)),
  };
  await storeSegment(tx, buildId, merged, pages);
  await tx.all(sql`delete from search_segment where ${isMerged}`);
}

/** Segments that become one of the given level. */
type MergeGroup = { readonly segments: readonly SegmentRow[]; readonly level: number };

async function findGroup(
  reader: Reader,
  realmId: number,
  buildId: number,
  limits: IndexLimits,
): Promise<MergeGroup | undefined> {
  const rows = await reader.all(
    sql<SegmentRow>`select id, is_amendment, level, first_id, last_id, revision
      from search_segment where realm_id = ${realmId} and build_id = ${buildId} order by first_id`,
  );
  const segments = rows.filter(({ is_amendment }) => !is_amendment);
  const amendments = rows.filter(({ is_amendment }) => is_amendment).toSorted((a, b) => b.level - a.level);
  return fullLevel(segments, limits) ?? fullLevel(amendments, limits);
}

/** The first neighbors of one level that are enough for the next. */
function fullLevel(
  rows: readonly SegmentRow[],
  { segmentsPerMerge, maxLevel }: IndexLimits,
): MergeGroup | undefined {
  let run: SegmentRow[] = [];
  for (const row of rows) {
    if (row.level >= maxLevel) run = [];
    else run = run[0]?.level === row.level ? [...run, row] : [row];
    if (run.length === segmentsPerMerge) return { segments: run, level: row.level + 1 };
  }
  return undefined;
}

async function loadSegment(
  reader: Reader,
  realmId: number,
  { id, first_id }: SegmentRow,
): Promise<LoadedSegment> {
  const pages: Buffer[] = [];
  for await (const rows of readPages(reader, realmId, id)) pages.push(...rows.map(({ data }) => data));
  return { firstId: first_id, pages };
}

async function areUnchanged(reader: Reader, realmId: number, group: readonly SegmentRow[]): Promise<boolean> {
  const rows = await reader.all(
    sql<{ id: number }>`select s.id from search_segment s
      join unnest(${group.map(({ id }) => id)}::bigint[], ${group.map(({ revision }) => revision)}::integer[])
        as g (id, revision) on s.id = g.id and s.revision = g.revision
      where s.realm_id = ${realmId}`,
  );
  return rows.length === group.length;
}
