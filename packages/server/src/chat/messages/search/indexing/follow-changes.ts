import { sql } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import type { IndexingWorld } from './add-batch.ts';
import { lockBuild, type SearchBuild } from './builds.ts';
import type { IndexLimits } from './index-limits.ts';
import { replaceDamaged } from './repair.ts';
import { readPages, storeSegment } from './segment-rows.ts';
import type { IndexedMessage } from './segment-task.ts';

type ChangeRow = { readonly message_id: number; readonly revision: number } & (
  | (IndexedMessage & { readonly is_gone: false })
  | { readonly is_gone: true }
);

/**
 * Takes up changes of indexed messages: edited and moved ones get a segment of amendments, deleted ones leave the pages.
 * Messages behind the cursor need nothing, because the index will read what they are then. Returns whether more wait.
 */
export function followChanges(
  world: IndexingWorld,
  realmId: number,
  { maxMessagesPerBatch }: IndexLimits,
): Promise<boolean> {
  return world.write(realmId, async (tx) => {
    const build = await lockBuild(tx, world.tokenizers[0]);
    const changes = build === undefined ? [] : await readChanges(tx, build, maxMessagesPerBatch);
    if (build !== undefined && changes.length > 0) {
      const indexed = changes.filter(({ message_id }) => message_id <= build.upto);
      await amend(
        world,
        tx,
        build,
        indexed.filter((change) => !change.is_gone),
      );
      await removeGone(
        world,
        tx,
        build,
        indexed.flatMap((one) => (one.is_gone ? [one.message_id] : [])),
      );
      await tx.all(sql`
        update search_change c set builds = builds || ${build.id}::bigint
        from unnest(${changes.map(({ message_id }) => message_id)}::bigint[],
          ${changes.map(({ revision }) => revision)}::bigint[]) as done (message_id, revision)
        where c.realm_id = ${realmId} and c.message_id = done.message_id and c.revision = done.revision`);
    }
    await tx.all(sql`
      delete from search_change where realm_id = ${realmId} and builds @> (
        select coalesce(array_agg(id), '{}') from search_build where realm_id = ${realmId})`);
    return changes.length === maxMessagesPerBatch;
  });
}

/** One statement, so that a change and the words of its message belong together. */
function readChanges(tx: Tx, { id }: SearchBuild, limit: number): Promise<ChangeRow[]> {
  return tx.all(
    sql<ChangeRow>`
      select c.message_id, c.revision, m.id is null as is_gone, m.id, m.conversation_id, m.sender_id, m.topic, m.rendered
      from search_change c left join message m on m.realm_id = c.realm_id and m.id = c.message_id
      where c.realm_id = ${tx.realmId} and not c.builds @> array[${id}::bigint]
      order by c.message_id limit ${limit}`,
  );
}

async function amend(
  { segmentWorker }: IndexingWorld,
  tx: Tx,
  { id, tokenizer }: SearchBuild,
  messages: readonly IndexedMessage[],
): Promise<void> {
  const [first] = messages;
  const last = messages.at(-1);
  if (first === undefined || last === undefined) return;
  const result = await segmentWorker.run({ kind: 'build', tokenizer, messages });
  if (result.kind !== 'pages') return;
  const segment = { is_amendment: true, level: 0, first_id: first.id, last_id: last.id };
  await storeSegment(tx, id, segment, result.pages);
}

async function removeGone(
  world: IndexingWorld,
  tx: Tx,
  { id }: SearchBuild,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const segments = await tx.all(
    sql<ChangedSegment>`
      update search_segment s set revision = revision + 1
      where realm_id = ${tx.realmId} and build_id = ${id} and exists (
        select from unnest(${[...ids]}::bigint[]) as gone (id) where gone.id between s.first_id and s.last_id)
      returning id, build_id, first_id`,
  );
  for (const segment of segments) await removeFrom(world, tx, segment, ids);
}

type ChangedSegment = { readonly id: number; readonly build_id: number; readonly first_id: number };

async function removeFrom(
  world: IndexingWorld,
  tx: Tx,
  segment: ChangedSegment,
  ids: readonly number[],
): Promise<void> {
  for await (const rows of readPages(tx, tx.realmId, segment.id)) {
    const pages = rows.map(({ data }) => data);
    const loaded = { firstId: segment.first_id, pages };
    const result = await world.segmentWorker.run({ kind: 'remove', segment: loaded, ids });
    // A new build is made of the messages that are left.
    if (result.kind === 'damaged') await replaceDamaged(world, tx, segment.build_id);
    if (result.kind !== 'changed') return;
    for (const [index, page] of result.pages) {
      const { first_key, number } = rows[index] ?? {};
      await tx.all(sql`update search_page set data = ${Buffer.from(page)} where realm_id = ${tx.realmId}
        and segment_id = ${segment.id} and first_key = ${first_key} and number = ${number}`);
    }
  }
}
