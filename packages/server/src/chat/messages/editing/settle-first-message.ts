import type { ChannelRow } from '../../channels/channel.ts';
import { publishProperty } from '../../channels/publish-property.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';

/** Updates a channel's first message and publishes the change, if any. The channel's conversation must be locked. */
export async function refreshFirstMessage(tx: Tx, channel: ChannelRow): Promise<void> {
  const changed = await tx.first(
    sql<{ first_message_id: number | null }>`
      with first as (
        select (
          select id from message
          where realm_id = ${tx.realmId} and conversation_id = ${channel.conversation_id}
          order by id limit 1
        ) as id
      )
      update channel c set first_message_id = first.id from first
      where c.realm_id = ${tx.realmId} and c.id = ${channel.id}
        and c.first_message_id is distinct from first.id
      returning c.first_message_id`,
  );
  if (changed === undefined) return;
  await publishProperty(tx, channel, 'first_message_id', changed.first_message_id);
}
