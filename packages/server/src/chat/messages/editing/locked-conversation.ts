import type { ChannelRow } from '../../channels/channel.ts';
import { findChannels } from '../../channels/queries.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { LockedConversation } from './remove-messages.ts';

/** A conversation that the caller has locked, as deletions need it. */
export async function lockedConversation(tx: Tx, conversationId: number): Promise<LockedConversation> {
  const row = await tx.first(
    sql<{ users: number[] | null; channel_id: number | null }>`
      select v.users, c.id as channel_id from conversation v
      left join channel c on c.realm_id = v.realm_id and c.conversation_id = v.id
      where v.realm_id = ${tx.realmId} and v.id = ${conversationId}`,
  );
  const [channel]: (ChannelRow | undefined)[] =
    row?.channel_id == null ? [] : await findChannels(tx, tx.realmId, [row.channel_id]);
  return channel === undefined
    ? { kind: 'direct', conversationId, users: row?.users ?? [] }
    : { kind: 'channel', channel };
}
