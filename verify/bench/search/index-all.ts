import { addBatch } from '@parley/server/chat/messages/search/indexing/add-batch.ts';
import { beginBuild, findBuild } from '@parley/server/chat/messages/search/indexing/builds.ts';
import { INDEX_LIMITS } from '@parley/server/chat/messages/search/indexing/index-limits.ts';
import { mergeSegments } from '@parley/server/chat/messages/search/indexing/merge-segments.ts';
import { createPool } from '@parley/server/engine/db/pool.ts';
import { createWrite } from '@parley/server/engine/db/tx.ts';
import type { World } from '@parley/server/http/world.ts';
import { meterOf, type Used } from './meter.ts';

/** Indexes all messages of an organization on one connection, without the rests of the server's own job. */
export async function indexAll(url: string, world: World, realmId: number): Promise<Used> {
  const pool = createPool({ url, connections: 1 }, () => {});
  const client = await pool.connect();
  const measure = await meterOf(client);
  client.release();
  const indexing = { ...world, pool, write: createWrite(pool, () => {}, world.clock) };
  const [tokenizer] = world.tokenizers;
  if ((await findBuild(pool, realmId, tokenizer)) === undefined) await beginBuild(pool, realmId, tokenizer);
  try {
    return await measure(async () => {
      while (await addBatch(indexing, realmId, INDEX_LIMITS))
        while (await mergeSegments(indexing, realmId, INDEX_LIMITS));
    });
  } finally {
    await pool.end();
  }
}
