import { sql } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import type { IndexingWorld } from './add-batch.ts';
import { lockBuildOf } from './builds.ts';

/** Replaces the builds in which searches of this node met damage. */
export async function replaceNotedBuilds(world: IndexingWorld): Promise<void> {
  for (const [realmId, buildId] of world.searchDamage.take())
    await world.write(realmId, (tx) => replaceDamaged(world, tx, buildId));
}

/**
 * Begins a build in place of a damaged one, unless it has a newer one already. The damaged build serves until then, and
 * searches that need its damaged pages scan. The node that begins the build reports it.
 */
export async function replaceDamaged(
  { log, metrics }: Pick<IndexingWorld, 'log' | 'metrics'>,
  tx: Tx,
  buildId: number,
): Promise<void> {
  if ((await lockBuildOf(tx, buildId)) === undefined) return;
  const begun = await tx.first(
    sql<{ id: number }>`
      insert into search_build (realm_id, tokenizer)
      select realm_id, tokenizer from search_build b where realm_id = ${tx.realmId} and id = ${buildId}
        and not exists (select from search_build newer
          where newer.realm_id = b.realm_id and newer.tokenizer = b.tokenizer and newer.id > b.id)
      returning id`,
  );
  if (begun === undefined) return;
  log.warn({ realm: tx.realmId, build: buildId }, 'the search index is damaged, it is built again');
  metrics.searchDamaged();
}
