import { q, sql } from '../../../engine/db/sql.ts';
import { databaseTime } from '../../../engine/db/time.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { realmSettingsOf } from '../../../organization/realm/settings.ts';
import type { World } from '../../../http/world.ts';
import { isConversationHeld, isHeld, lockHolds } from '../../holds/held.ts';
import { lockConversations } from '../access.ts';
import { messageColumns } from '../message.ts';
import { deleteExpiredImports } from './expire-imported.ts';
import { lockedConversation } from './locked-conversation.ts';
import { removeMessages } from './remove-messages.ts';

const DAY_MS = 86_400_000;
/** Conversations read per query. */
const CONVERSATIONS_PAGE_SIZE = 500;
/** Bounds how long a transaction blocks sends to the conversation. */
const MAX_DELETIONS_PER_TRANSACTION = 200;

/** Deletes messages that are older, by PostgreSQL's clock, than the retention time of their organization or channel. */
export async function deleteExpired(world: World): Promise<void> {
  const realms = await world.pool.all(
    q
      .selectFrom('realm')
      .selectAll()
      .where('deactivated_at', 'is', null)
      // A copy for trials shows what there was.
      .where('is_copy', '=', false)
      .where(
        sql<boolean>`(coalesce((settings->>'message_retention_days')::bigint, -1) > 0 or exists (
          select from channel c where c.realm_id = realm.id and c.retention_days > 0
        ))`,
      ),
  );
  const now = await databaseTime(world.pool);
  for (const realm of realms) await deleteExpiredIn(world, realm, now.getTime());
}

async function deleteExpiredIn(world: World, realm: RealmRow, now: number): Promise<void> {
  const days = realmSettingsOf(realm).message_retention_days;
  await deleteExpiredImports(world, realm.id, (own) => limitOf(own ?? days, now));
  for (let after = 0; ;) {
    const rows = await conversationsAfter(world, realm.id, after);
    for (const { id, retention_days, oldest } of rows) {
      const limit = limitOf(retention_days ?? days, now);
      if (limit === undefined || oldest === null || oldest >= limit) continue;
      while (await world.write(realm.id, (tx) => deleteOldest(tx, id, limit)));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < CONVERSATIONS_PAGE_SIZE) return;
    after = last.id;
  }
}

/** Messages sent before this time expire; undefined for unlimited retention. */
function limitOf(days: number, now: number): Date | undefined {
  return days > 0 ? new Date(Math.max(0, now - days * DAY_MS)) : undefined;
}

type Conversation = {
  readonly id: number;
  readonly retention_days: number | null;
  readonly oldest: Date | null;
};

function conversationsAfter({ pool }: World, realmId: number, after: number): Promise<Conversation[]> {
  return pool.all(
    sql<Conversation>`
      select v.id, c.retention_days, (
        select m.sent_at from message m
        where m.realm_id = v.realm_id and m.conversation_id = v.id and not ${isHeld} order by m.id limit 1
      ) as oldest
      from conversation v
      left join channel c on c.realm_id = v.realm_id and c.conversation_id = v.id
      where v.realm_id = ${realmId} and v.id > ${after} and not ${isConversationHeld}
      order by v.id limit ${CONVERSATIONS_PAGE_SIZE}`,
  );
}

/**
 * Deletes expired messages among the oldest without a hold, since send times rise with ids; another node may have deleted them
 * already. Returns whether more may have expired.
 */
async function deleteOldest(tx: Tx, conversationId: number, limit: Date): Promise<boolean> {
  await lockConversations(tx, [conversationId]);
  await lockHolds(tx);
  const oldest = await tx.all(
    q
      .selectFrom('message as m')
      .select(messageColumns)
      .where('realm_id', '=', tx.realmId)
      .where('conversation_id', '=', conversationId)
      .where(sql<boolean>`not ${isHeld}`)
      .orderBy('id')
      .limit(MAX_DELETIONS_PER_TRANSACTION),
  );
  const expired = oldest.filter(({ sent_at }) => sent_at < limit);
  if (expired.length > 0) await removeMessages(tx, await lockedConversation(tx, conversationId), expired);
  return expired.length > 0 && oldest.length === MAX_DELETIONS_PER_TRANSACTION;
}
