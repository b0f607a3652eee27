import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import { isHeld, lockHolds } from '../../holds/held.ts';
import { lockConversations } from '../access.ts';
import { messageColumns } from '../message.ts';
import { lockedConversation } from './locked-conversation.ts';
import { removeMessages } from './remove-messages.ts';

/** Messages looked at by one statement. */
const PAGE_SIZE = 5_000;
/** Bounds how long a transaction blocks sends to the conversation. */
const MAX_DELETIONS_PER_TRANSACTION = 200;

type Imported = {
  readonly origin: string;
  readonly source_id: string;
  readonly id: number | null;
  readonly conversation_id: number | null;
  readonly sent_at: Date | null;
  readonly retention_days: number | null;
};

/** The time before which messages expire that are kept for some days; undefined for unlimited retention. */
type LimitOf = (days: number | null) => Date | undefined;

/** Deletes expired messages of other chats, which are older than those before them: the order of ids does not find them. */
export async function deleteExpiredImports(
  { pool, write }: Pick<World, 'pool' | 'write'>,
  realmId: number,
  limitOf: LimitOf,
): Promise<void> {
  for (let [origin, source] = ['', '']; ;) {
    const rows = await pool.all(sql<Imported>`
      select i.origin, i.source_id, m.id, m.conversation_id, m.sent_at, c.retention_days
      from imported i
      left join message m on m.realm_id = i.realm_id and m.id = i.id and not ${isHeld}
      left join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
      where i.realm_id = ${realmId} and i.kind = 'message'
        and (i.origin, i.kind, i.source_id) > (${origin}, 'message', ${source})
      order by i.origin, i.kind, i.source_id limit ${PAGE_SIZE}`);
    const expired = rows.filter(({ sent_at, retention_days }) => {
      const limit = limitOf(retention_days);
      return limit !== undefined && sent_at !== null && sent_at < limit;
    });
    for (const [conversation, messages] of Map.groupBy(expired, (row) => row.conversation_id ?? 0))
      for (let from = 0; from < messages.length; from += MAX_DELETIONS_PER_TRANSACTION) {
        const ids = messages.slice(from, from + MAX_DELETIONS_PER_TRANSACTION).map(({ id }) => id ?? 0);
        await write(realmId, (tx) => remove(tx, conversation, ids));
      }
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_SIZE) return;
    [origin, source] = [last.origin, last.source_id];
  }
}

async function remove(tx: Tx, conversationId: number, ids: readonly number[]): Promise<void> {
  await lockConversations(tx, [conversationId]);
  await lockHolds(tx);
  const messages = await tx.all(
    q
      .selectFrom('message as m')
      .select(messageColumns)
      .where('realm_id', '=', tx.realmId)
      .where('conversation_id', '=', conversationId)
      .where(sql<boolean>`m.id = any(${[...ids]}::bigint[])`)
      .where(sql<boolean>`not ${isHeld}`)
      .orderBy('id'),
  );
  await removeMessages(tx, await lockedConversation(tx, conversationId), messages);
}
