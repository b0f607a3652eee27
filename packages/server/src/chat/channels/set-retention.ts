import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { ChannelRow } from './channel.ts';
import { publishProperty } from './publish-property.ts';

/** Changes for how many days messages of a locked channel are kept, on behalf of the operator. */
export async function setRetention(tx: Tx, channel: ChannelRow, days: number | null): Promise<void> {
  if (channel.retention_days === days) return;
  await tx.all(
    q
      .updateTable('channel')
      .set({ retention_days: days })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channel.id),
  );
  tx.record({
    action: 'channel.changed',
    object: { type: 'channel', id: channel.id },
    before: { retention_days: channel.retention_days },
    after: { retention_days: days },
  });
  await publishProperty(tx, channel, 'message_retention_days', days);
}
