import { sql } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import type { Tokenizers } from '../tokenizer.ts';
import type { IndexingWorld } from './add-batch.ts';
import { lockBuildOf } from './builds.ts';
import type { IndexLimits } from './index-limits.ts';
import { storeSegment } from './segment-rows.ts';
import type { IndexedMessage } from './segment-task.ts';

/** Marks the damaged segments that searches of this node met. */
export async function markNotedDamage(world: IndexingWorld): Promise<void> {
  for (const [realmId, segments] of world.searchDamage.take())
    await world.write(realmId, (tx) => markDamaged(world, tx, [...segments]));
}

/**
 * Marks segments whose range is built again. The messages of amendments become changes that wait, as they were before.
 * The node that marks a segment first reports it.
 */
export async function markDamaged(
  { log, metrics }: Pick<IndexingWorld, 'log' | 'metrics'>,
  tx: Tx,
  segmentIds: readonly number[],
): Promise<void> {
  const isGiven = sql`realm_id = ${tx.realmId} and id = any(${[...segmentIds]}::bigint[])`;
  const marked = await tx.all(
    sql<{ id: number }>`update search_segment set damaged_at = now(), revision = revision + 1
      where ${isGiven} and not is_amendment and damaged_at is null returning id`,
  );
  const amendments = await tx.all(
    sql<{ id: number }>`
      with gone as (delete from search_segment where ${isGiven} and is_amendment returning id, message_ids),
      waiting as (
        insert into search_change (realm_id, message_id, is_gone)
        select ${tx.realmId}, message_id, false from (select distinct unnest(message_ids) as message_id from gone) as m
        order by message_id
        on conflict (realm_id, message_id) do update set builds = '{}', revision = excluded.revision
      )
      select id from gone`,
  );
  for (const { id } of [...marked, ...amendments]) {
    log.warn(
      { realm: tx.realmId, segment: id },
      'a segment of the search index is damaged, will be built again',
    );
    metrics.searchDamaged();
  }
}

/**
 * Builds the next messages of a damaged segment again. Until the last of them, the segment stands for the rest of its
 * range, which searches scan. Returns whether more is damaged.
 */
export function repairBatch(
  { write, segmentWorker, tokenizers, log }: IndexingWorld,
  realmId: number,
  { maxMessagesPerBatch }: IndexLimits,
): Promise<boolean> {
  return write(realmId, async (tx) => {
    const damaged = await lockDamaged(tx, tokenizers);
    if (damaged === undefined) return false;
    const messages = await tx.all(
      sql<IndexedMessage>`select id, conversation_id, sender_id, topic, rendered from message
        where realm_id = ${realmId} and id >= ${damaged.first_id} and id <= ${damaged.last_id}
        order by id limit ${maxMessagesPerBatch}`,
    );
    const [first] = messages;
    const last = messages.at(-1);
    // A segment without a range would stand in the way of its neighbor.
    const hasMore =
      messages.length === maxMessagesPerBatch && last !== undefined && last.id < damaged.last_id;
    if (first !== undefined && last !== undefined) {
      const result = await segmentWorker.run({ kind: 'build', tokenizer: damaged.tokenizer, messages });
      if (result.kind !== 'pages') return false;
      const segment = { is_amendment: false, level: 0, first_id: first.id, last_id: last.id };
      await storeSegment(tx, damaged.build_id, segment, result.pages);
    }
    const isDamaged = sql`realm_id = ${realmId} and id = ${damaged.id}`;
    await tx.all(
      hasMore
        ? sql`update search_segment set first_id = ${last.id + 1}, revision = revision + 1 where ${isDamaged}`
        : sql`delete from search_segment where ${isDamaged}`,
    );
    if (!hasMore)
      log.info({ realm: realmId, segment: damaged.id }, 'built a damaged segment of the search index again');
    return true;
  });
}

type DamagedSegment = {
  readonly id: number;
  readonly build_id: number;
  readonly tokenizer: number;
  readonly first_id: number;
  readonly last_id: number;
};

/** Locks the build of a damaged segment that this node can build again. */
async function lockDamaged(tx: Tx, tokenizers: Tokenizers): Promise<DamagedSegment | undefined> {
  const known = tokenizers.map(({ version }) => version);
  const find = () =>
    tx.first(
      sql<DamagedSegment>`select s.id, s.build_id, b.tokenizer, s.first_id, s.last_id from search_segment s
        join search_build b on b.realm_id = s.realm_id and b.id = s.build_id and b.tokenizer = any(${known}::smallint[])
        where s.realm_id = ${tx.realmId} and s.damaged_at is not null order by s.id limit 1`,
    );
  const found = await find();
  if (found === undefined || (await lockBuildOf(tx, found.build_id)) === undefined) return undefined;
  // Another node may have built the segment again before the lock.
  const damaged = await find();
  return damaged?.build_id === found.build_id ? damaged : undefined;
}
