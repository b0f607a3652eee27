import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { ChannelRow } from './channel.ts';
import { publishProperty } from './publish-property.ts';

type Channel = Pick<ChannelRow, 'id' | 'realm_id' | 'name' | 'is_private' | 'is_web_public' | 'permissions'>;

/** Marks a channel as recently active after a new message. */
export async function markRecentlyActive(tx: Tx, channel: Channel): Promise<void> {
  const changed = await tx.first(
    q
      .updateTable('channel')
      .set({ is_recently_active: true })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channel.id)
      .where('is_recently_active', '=', false)
      .returning('id'),
  );
  if (changed === undefined) return;
  await publishProperty(tx, channel, 'is_recently_active', true);
}
