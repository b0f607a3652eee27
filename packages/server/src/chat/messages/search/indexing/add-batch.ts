import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { World } from '../../../../http/world.ts';
import { lockBuild, moveBuild } from './builds.ts';
import type { IndexLimits } from './index-limits.ts';
import { storeSegment } from './segment-rows.ts';
import type { IndexedMessage } from './segment-task.ts';

export type IndexingWorld = Pick<
  World,
  'pool' | 'write' | 'segmentWorker' | 'searchDamage' | 'tokenizers' | 'log' | 'metrics'
>;

/**
 * Indexes the next messages of an organization. The segment and the cursor are one transaction, so a crash leaves
 * nothing behind. Returns whether more messages wait.
 */
export function addBatch(
  { write, segmentWorker, tokenizers }: IndexingWorld,
  realmId: number,
  { maxMessagesPerBatch }: IndexLimits,
): Promise<boolean> {
  return write(realmId, async (tx) => {
    const build = await lockBuild(tx, tokenizers[0]);
    if (build === undefined) return false;
    // Read before the messages: no message appears at or below a head that was read.
    const head = await headOf(tx, realmId);
    const messages = await tx.all(
      sql<IndexedMessage>`select id, conversation_id, sender_id, topic, rendered from message
        where realm_id = ${realmId} and id > ${build.upto} and id <= ${head}
        order by id limit ${maxMessagesPerBatch}`,
    );
    const [first] = messages;
    const last = messages.at(-1);
    if (first !== undefined && last !== undefined) {
      const result = await segmentWorker.run({ kind: 'build', tokenizer: build.tokenizer, messages });
      if (result.kind !== 'pages') return false;
      const segment = { is_amendment: false, level: 0, first_id: first.id, last_id: last.id };
      await storeSegment(tx, build.id, segment, result.pages);
    }
    const hasMore = messages.length === maxMessagesPerBatch;
    await moveBuild(tx, build, hasMore ? (last?.id ?? head) : head, !hasMore);
    return hasMore;
  });
}

async function headOf(reader: Reader, realmId: number): Promise<number> {
  const row = await reader.first(
    sql<{ head: number }>`select head from realm_head where realm_id = ${realmId}`,
  );
  return row?.head ?? 0;
}
