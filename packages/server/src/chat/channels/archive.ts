import type { RealmSettings } from '@parley/contract/objects/realm-settings.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { describeChanges } from '../notices/channel-changes.ts';
import { postChannelNotices } from '../notices/channel-notices.ts';
import type { NoticeWorld } from '../notices/compose-notice.ts';
import type { Actor } from '../../http/actor.ts';
import { watchArchival } from '../../organization/users/visibility/watch-guests.ts';
import { badRequest } from '../../engine/api-error.ts';
import { changeSettings } from '../../organization/realm/change-settings.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';
import { publishPoliciesIn } from '../topics/publish-policies.ts';
import { accessChannel } from './access.ts';
import { publishDefaultChannels } from './create.ts';
import { findActor } from '../subscriptions/principals.ts';
import { lockChannels } from './queries.ts';
import { publishProperty } from './publish-property.ts';

/** Organization settings whose value is a channel id. */
const CHANNEL_ID_SETTINGS = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'zulip_update_announcements_stream_id',
] as const satisfies readonly (keyof RealmSettings)[];

/** Archives a channel: it accepts no new messages, and its subscribers and visibility do not change. */
export async function archiveChannel(
  tx: Tx,
  caller: Actor,
  channelId: number,
  world: NoticeWorld,
): Promise<void> {
  const realm = await lockRealm(tx);
  const actor = { realm, user: await findActor(tx, caller) };
  const channel = await accessChannel(tx, actor, channelId, 'administer', { archived: 'allowed' });
  if (channel.is_archived) throw badRequest('The channel is already archived.');
  await lockChannels(tx, [channel.id]);
  const publishToGuests = await watchArchival(tx, world, channel.id);
  await tx.all(
    q
      .updateTable('channel')
      .set({ is_archived: true, is_default: false })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channel.id),
  );
  tx.record({
    action: 'channel.archived',
    object: { type: 'channel', id: channel.id },
    before: { name: channel.name },
  });
  await publishProperty(tx, channel, 'is_archived', true);
  await publishToGuests();
  await publishPoliciesIn(tx, { ...channel, is_archived: true });
  if (channel.is_default) await publishDefaultChannels(tx);
  const settings = realmSettingsOf(realm);
  const cleared = CHANNEL_ID_SETTINGS.filter((name) => settings[name] === channel.id).map((name) => [
    name,
    -1,
  ]);
  if (cleared.length > 0) await changeSettings(tx, realm, Object.fromEntries(cleared));
  const archived = { ...channel, is_archived: true };
  await postChannelNotices(tx, world, actor, archived, describeChanges(actor.user, channel, archived));
}
