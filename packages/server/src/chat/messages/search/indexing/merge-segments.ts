import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { IndexingWorld } from './add-batch.ts';
import { findBuild, lockBuild } from './builds.ts';
import type { IndexLimits } from './index-limits.ts';
import { readPages, storeSegment, type SegmentRow } from './segment-rows.ts';
import type { LoadedSegment } from './segment-task.ts';

/**
 * Merges the oldest segments of a level that has enough of them. Pages are read and merged outside of a transaction; the
 * transaction that stores the result checks that no segment changed meanwhile. Returns whether it merged.
 */
export async function mergeSegments(
  { pool, write, segmentWorker }: IndexingWorld,
  realmId: number,
  limits: IndexLimits,
): Promise<boolean> {
  const build = await findBuild(pool, realmId);
  const group = build === undefined ? [] : await findGroup(pool, realmId, build.id, limits);
  const [first] = group;
  if (build === undefined || first === undefined) return false;
  const segments: LoadedSegment[] = [];
  for (const segment of group) segments.push(await loadSegment(pool, realmId, segment));
  const result = await segmentWorker.run({ kind: 'merge', isOrdered: !first.is_amendment, segments });
  if (result.kind !== 'pages') return false;
  return write(realmId, async (tx) => {
    const locked = await lockBuild(tx);
    if (locked?.id !== build.id || !(await areUnchanged(tx, realmId, group))) return false;
    await tx.all(sql`delete from search_segment
      where realm_id = ${realmId} and id = any(${group.map(({ id }) => id)}::bigint[])`);
    const range = {
      first_id: Math.min(...group.map(({ first_id }) => first_id)),
      last_id: Math.max(...group.map(({ last_id }) => last_id)),
    };
    const { is_amendment, level } = first;
    await storeSegment(tx, build.id, { is_amendment, level: level + 1, ...range }, result.pages);
    return true;
  });
}

async function findGroup(
  reader: Reader,
  realmId: number,
  buildId: number,
  { segmentsPerMerge, maxLevel }: IndexLimits,
): Promise<SegmentRow[]> {
  const rows = await reader.all(
    sql<SegmentRow>`select id, is_amendment, level, first_id, last_id, revision from search_segment
      where realm_id = ${realmId} and build_id = ${buildId} and level < ${maxLevel} order by first_id`,
  );
  const groups = [...Map.groupBy(rows, ({ is_amendment, level }) => `${is_amendment} ${level}`).values()];
  return groups.find(({ length }) => length >= segmentsPerMerge)?.slice(0, segmentsPerMerge) ?? [];
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
