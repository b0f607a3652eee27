import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import type { Tokenizer } from '../tokenizer.ts';

/** A build of the search index; messages up to `upto` are in its segments. */
export type SearchBuild = {
  readonly id: number;
  readonly tokenizer: number;
  readonly upto: number;
  readonly isReady: boolean;
};

/** The build that nodes fill whose newest tokenizer this is. */
export function findBuild(
  reader: Reader,
  realmId: number,
  { version }: Tokenizer,
): Promise<{ id: number } | undefined> {
  return reader.first(
    sql<{ id: number }>`select id from search_build
      where realm_id = ${realmId} and tokenizer = ${version} order by id desc limit 1`,
  );
}

/**
 * Begins a build, which serves searches as soon as it has caught up; an older one serves until then. It is committed
 * before its first batch, so that changes of messages are kept for it.
 */
export async function beginBuild(reader: Reader, realmId: number, { version }: Tokenizer): Promise<void> {
  await reader.all(sql`insert into search_build (realm_id, tokenizer) values (${realmId}, ${version})`);
}

/** The thread that builds segments may wait for a processor while the transaction is open. */
const MAX_IDLE_MS = 60_000;

/** Locks the build that is filled; undefined if there is none, or another node holds it. */
export async function lockBuild(tx: Tx, tokenizer: Tokenizer): Promise<SearchBuild | undefined> {
  const newest = await findBuild(tx, tx.realmId, tokenizer);
  return newest === undefined ? undefined : lockBuildOf(tx, newest.id);
}

/** Locks a build; undefined if it is gone, or another node holds it. */
export async function lockBuildOf(tx: Tx, id: number): Promise<SearchBuild | undefined> {
  await tx.all(sql`select set_config('idle_in_transaction_session_timeout', ${String(MAX_IDLE_MS)}, true)`);
  return tx.first(
    sql<SearchBuild>`select id, tokenizer, upto, ready_at is not null as "isReady" from search_build
      where realm_id = ${tx.realmId} and id = ${id} for update skip locked`,
  );
}

/** Moves the cursor of a locked build. */
export async function moveBuild(
  tx: Tx,
  { id }: SearchBuild,
  upto: number,
  hasCaughtUp: boolean,
): Promise<void> {
  await tx.all(
    sql`update search_build set upto = ${upto},
        ready_at = coalesce(ready_at, case when ${hasCaughtUp} then now() end)
      where realm_id = ${tx.realmId} and id = ${id}`,
  );
}

/** Nodes of an older version use their own build for this long after a newer one is ready. */
const KEPT_HOURS = 24;

/** Deletes builds that a newer one has replaced, one segment in each statement. */
export async function deleteOldBuilds(
  reader: Reader,
  realmId: number,
  { version }: Tokenizer,
): Promise<void> {
  const old = await reader.all(
    sql<{ id: number }>`
      select b.id from search_build b where b.realm_id = ${realmId} and b.tokenizer <= ${version}
        and exists (select from search_build newer where newer.realm_id = b.realm_id and newer.id > b.id
          and newer.tokenizer = ${version} and (b.tokenizer = newer.tokenizer and newer.ready_at is not null
            or newer.ready_at < now() - make_interval(hours => ${KEPT_HOURS})))`,
  );
  for (const { id } of old) {
    const segments = await reader.all(
      sql<{ id: number }>`select id from search_segment where realm_id = ${realmId} and build_id = ${id}`,
    );
    for (const segment of segments)
      await reader.all(sql`delete from search_segment where realm_id = ${realmId} and id = ${segment.id}`);
    await reader.all(sql`delete from search_build where realm_id = ${realmId} and id = ${id}`);
  }
}
