import { pause } from '../../../../engine/clock.ts';
import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { World } from '../../../../http/world.ts';
import { addBatch } from './add-batch.ts';
import { beginBuild, deleteOldBuilds, findBuild } from './builds.ts';
import { followChanges } from './follow-changes.ts';
import { INDEX_LIMITS, type IndexLimits } from './index-limits.ts';
import { mergeSegments } from './merge-segments.ts';
import { replaceNotedBuilds } from './repair.ts';

/** Organizations in one run. */
const MAX_REALMS_PER_RUN = 1_000;
/** Batches of one organization before others have their turn. */
const MAX_BATCHES_PER_TURN = 8;

/** Indexes the messages of organizations that are behind, the ones that never were indexed last. */
export async function indexMessages(world: World): Promise<void> {
  await replaceNotedBuilds(world);
  await alone(world, async () => {
    const realms = await world.pool.all(
      sql<{ realm_id: number }>`
        select h.realm_id from realm_head h left join lateral (
          select upto from search_build b
          where b.realm_id = h.realm_id and b.tokenizer = ${world.tokenizers[0].version} order by b.id desc limit 1
        ) as b on true
        where h.head - coalesce(b.upto, 0) >= ${INDEX_LIMITS.minPositions}
        order by b.upto is null, h.head - coalesce(b.upto, 0) limit ${MAX_REALMS_PER_RUN}`,
    );
    for (const { realm_id } of realms) {
      if (world.isClosing()) return;
      await indexRealm(world, realm_id, INDEX_LIMITS);
    }
  });
}

/** Changed messages of an organization from which on they are taken up; searches check these messages one by one. */
const MIN_CHANGES = 256;
/** Words of deleted messages leave the index after at most this time. */
const MAX_CHANGE_AGE_HOURS = 24;

/** Takes up edits, moves and deletions, and deletes builds that were replaced. */
export async function maintainIndex(world: World): Promise<void> {
  await alone(world, async () => {
    const changed = await world.pool.all(
      sql<{ realm_id: number }>`
        select realm_id from search_change group by realm_id
        having count(*) >= ${MIN_CHANGES}
          or min(changed_at) < now() - make_interval(hours => ${MAX_CHANGE_AGE_HOURS})
        limit ${MAX_REALMS_PER_RUN}`,
    );
    for (const { realm_id } of changed) {
      while (!world.isClosing() && (await followChanges(world, realm_id, INDEX_LIMITS)));
      await mergeAll(world, realm_id, INDEX_LIMITS);
    }
    const rebuilt = await world.pool.all(
      sql<{ realm_id: number }>`
        select realm_id from search_build group by realm_id having count(*) > 1 limit ${MAX_REALMS_PER_RUN}`,
    );
    for (const { realm_id } of rebuilt) await deleteOldBuilds(world.pool, realm_id, world.tokenizers[0]);
  });
}

type RealmIndexing = Parameters<typeof addBatch>[0] & Pick<World, 'isClosing' | 'clock'>;

/** Indexes an organization for one turn: some batches, until no more messages wait, and the merges behind each. */
export async function indexRealm(world: RealmIndexing, realmId: number, limits: IndexLimits): Promise<void> {
  const { pool, tokenizers } = world;
  if ((await findBuild(pool, realmId, tokenizers[0])) === undefined)
    await beginBuild(pool, realmId, tokenizers[0]);
  for (let n = 0; n < MAX_BATCHES_PER_TURN && !world.isClosing(); n += 1) {
    const started = world.clock.now();
    const hasMore = await addBatch(world, realmId, limits);
    await mergeAll(world, realmId, limits);
    if (!hasMore) return;
    // A rest as long as the work: filling the index of an installation takes half a core.
    await pause(world.clock, world.clock.now() - started);
  }
}

async function mergeAll(world: RealmIndexing, realmId: number, limits: IndexLimits): Promise<void> {
  while (!world.isClosing() && (await mergeSegments(world, realmId, limits)));
}

/** Any constant that no other advisory lock of the server uses. */
export const INDEXER_LOCK = 7_303_019;

/** Runs work on one node at a time, to save double work; row locks make it correct without. */
async function alone({ pool }: Pick<World, 'pool'>, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    const { rows } = await client.query<{ is_free: boolean }>('select pg_try_advisory_lock($1) as is_free', [
      INDEXER_LOCK,
    ]);
    if (rows[0]?.is_free !== true) return;
    try {
      await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [INDEXER_LOCK]).catch(() => {
        isBroken = true;
      });
    }
  } finally {
    client.release(isBroken);
  }
}

/** Log entries that are not indexed yet, of the organization with the most. */
export async function positionsBehind(reader: Reader): Promise<number> {
  const row = await reader.first(
    sql<{ behind: number }>`
      select coalesce(max(h.head - coalesce(b.upto, 0)), 0) as behind
      from realm_head h left join lateral (
        select max(upto) as upto from search_build b where b.realm_id = h.realm_id and b.ready_at is not null
      ) as b on true`,
  );
  return row?.behind ?? 0;
}
