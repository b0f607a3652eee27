import { isHeld, lockHolds } from '../../../../chat/holds/held.ts';
import { lockConversations } from '../../../../chat/messages/access.ts';
import { lockedConversation } from '../../../../chat/messages/editing/locked-conversation.ts';
import { removeMessages } from '../../../../chat/messages/editing/remove-messages.ts';
import { messageColumns } from '../../../../chat/messages/message.ts';
import { textList } from '../../../../engine/db/binary-list.ts';
import { q, sql } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import { withClient } from '../../../../engine/db/with-client.ts';
import type { Returning } from './returning.ts';

/** Bounds how long a transaction blocks sends to the conversation. */
const GROUP = 200;
/** Messages that people move meanwhile are found by another round. */
const MAX_ROUNDS = 5;

/** A message of the import, and the conversation in which it is now. */
type Found = { readonly key: string; readonly id: number; readonly conversation: number };

/** Deletes the messages of the import, conversation by conversation, with events for their readers. Those on hold stay. */
export async function removeImported(work: Returning): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) if ((await removeOnce(work)) === 0) break;
  await noteHeld(work);
  await work.world.write(work.realmId, (tx) => dropHomes(tx, work));
}

/** PostgreSQL sorts the messages once, however many there are; returns the number of those that were removed. */
function removeOnce(work: Returning): Promise<number> {
  const { world, realmId, origin, importId, pace } = work;
  return withClient(world.config.database.url, async (client) => {
    await client.query('begin');
    await client.query(
      `declare found cursor with hold for
       select i.source_id as key, m.id, m.conversation_id as conversation
       from imported i join message m on m.realm_id = i.realm_id and m.id = i.id
       where i.realm_id = $1 and i.origin = $2 and i.kind = 'message' and i.import_id = $3
       order by m.conversation_id, m.id`,
      [realmId, origin, importId],
    );
    await client.query('commit');
    let removed = 0;
    for (;;) {
      const { rows } = await client.query<Found>(`fetch ${GROUP} from found`);
      for (const [conversation, messages] of Map.groupBy(rows, (row) => row.conversation)) {
        removed += await world.write(realmId, (tx) => remove(tx, origin, conversation, messages));
        await pace();
      }
      if (rows.length < GROUP) return removed;
    }
  });
}

async function remove(
  tx: Tx,
  origin: string,
  conversation: number,
  messages: readonly Found[],
): Promise<number> {
  await lockConversations(tx, [conversation]);
  await lockHolds(tx);
  const rows = await tx.all(
    q
      .selectFrom('message as m')
      .select(messageColumns)
      .where('realm_id', '=', tx.realmId)
      .where('conversation_id', '=', conversation)
      .where(sql<boolean>`id = any(${messages.map(({ id }) => id)}::bigint[])`)
      .where(sql<boolean>`not ${isHeld}`)
      .orderBy('id'),
  );
  await removeMessages(tx, await lockedConversation(tx, conversation), rows);
  const gone = new Set(rows.map(({ id }) => id));
  const keys = messages.filter(({ id }) => gone.has(id)).map(({ key }) => key);
  await tx.all(sql`
    delete from imported where realm_id = ${tx.realmId} and origin = ${origin} and kind = 'message'
      and source_id = any(${textList(keys)}::text[])`);
  return rows.length;
}

async function noteHeld({ world, realmId, origin, importId, report }: Returning): Promise<void> {
  const row = await world.pool.first(sql<{ count: number }>`
    select count(*)::int as count from imported i join message m on m.realm_id = i.realm_id and m.id = i.id
    where i.realm_id = ${realmId} and i.origin = ${origin} and i.kind = 'message' and i.import_id = ${importId}`);
  if ((row?.count ?? 0) > 0) report.note('messages on hold stay', String(row?.count));
}

/** Conversations that nobody reached, because the import was not complete. */
async function dropHomes(tx: Tx, { origin }: Returning): Promise<void> {
  const homes = await tx.all(sql<{ id: number }>`
    delete from import_home h where realm_id = ${tx.realmId} and origin = ${origin} and not exists (
      select from message m where m.realm_id = h.realm_id and m.home_id = h.conversation_id
    ) returning conversation_id as id`);
  const ids = homes.map(({ id }) => id);
  for (const table of ['read_block', 'read_state', 'gone_block'])
    await tx.all(sql`
      delete from ${sql.table(table)} where realm_id = ${tx.realmId} and conversation_id = any(${ids}::bigint[])`);
  await tx.all(sql`delete from conversation where realm_id = ${tx.realmId} and id = any(${ids}::bigint[])`);
}
