import type { LoggedEvent } from '../../engine/log/logged-event.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { channelAudience } from './audience.ts';
import type { ChannelRow } from './channel.ts';

type Channel = Pick<ChannelRow, 'id' | 'realm_id' | 'name' | 'is_private' | 'is_web_public' | 'permissions'>;
type Value = Extract<LoggedEvent, { type: 'stream'; op: 'update' }>['value'];

/** Publishes a changed property to every user who sees the channel. */
export async function publishProperty(
  tx: Tx,
  channel: Channel,
  property: string,
  value: Value,
): Promise<void> {
  tx.emit(await channelAudience(tx, channel), {
    type: 'stream',
    op: 'update',
    stream_id: channel.id,
    name: channel.name,
    property,
    value,
  });
}
