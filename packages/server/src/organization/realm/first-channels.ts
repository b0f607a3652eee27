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

/** Creates the default channels of a new organization; announcements go to the last one. */
export async function createFirstChannels(tx: Tx): Promise<void> {
  const realm = await lockRealm(tx);
  let lastId = -1;
  for (const { name, description } of FIRST_CHANNELS)
    lastId = (await insertChannel(tx, { name, ...renderDescription(description), is_default: true })).id;
  await changeSettings(tx, realm, {
    new_stream_announcements_stream_id: lastId,
    zulip_update_announcements_stream_id: lastId,
  });
}
