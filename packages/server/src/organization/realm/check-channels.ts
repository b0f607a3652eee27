import type { RealmSettings } from '@parley/contract/objects/realm-settings.ts';
import { accessChannel } from '../../chat/channels/access.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';

const ANNOUNCEMENT_SETTINGS = [
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const satisfies readonly (keyof RealmSettings)[];

/** Throws if the actor cannot read a channel, or if the channel for message reports is not private. */
export async function checkChannels(tx: Tx, actor: Actor, wanted: Partial<RealmSettings>): Promise<void> {
  for (const name of ANNOUNCEMENT_SETTINGS) {
    const id = wanted[name];
    if (id !== undefined && id >= 0) await accessChannel(tx, actor, id, 'content', { archived: 'refused' });
  }
  const reports = wanted.moderation_request_channel_id;
  if (reports === undefined || reports < 0) return;
  const channel = await accessChannel(tx, actor, reports, 'content', { archived: 'refused' });
  if (!channel.is_private) throw badRequest('moderation_request_channel_id must be a private channel.');
}
