import type { ChannelRow } from '../../chat/channels/channel.ts';
import { insertChannel } from '../../chat/channels/create.ts';
import { renderDescription } from '../../chat/channels/names.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { changeSettings } from './change-settings.ts';
import { lockRealm } from '../../engine/db/realm.ts';

const FIRST_CHANNELS = [
  { name: 'parley', description: 'Questions and ideas about this chat itself.' },
  { name: 'sandbox', description: 'For trying things out: nobody minds.' },
  { name: 'general', description: 'Announcements and everything that concerns everybody.' },
] as const;

type FirstChannel = { readonly name: string; readonly description: string };

/** Creates the default channels of a new organization; announcements go to the last one. Returns that one. */
export async function createFirstChannels(
  tx: Tx,
  wanted: readonly FirstChannel[] = FIRST_CHANNELS,
): Promise<ChannelRow> {
  const realm = await lockRealm(tx);
  let last: ChannelRow | undefined;
  for (const { name, description } of wanted)
    last = await insertChannel(tx, { name, ...renderDescription(description), is_default: true });
  if (last === undefined) throw new Error('An organization begins with a channel.');
  await changeSettings(tx, realm, {
    new_stream_announcements_stream_id: last.id,
    zulip_update_announcements_stream_id: last.id,
  });
  return last;
}
