import type { ChannelRow } from '../channels/channel.ts';
import { findChannels } from '../channels/queries.ts';
import { type NoticeWorld, sendNotice } from './compose-notice.ts';
import { channelLink, userLink } from './links.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';

const EVENTS_TOPIC = 'channel events';
const NEW_CHANNELS_TOPIC = 'new channels';

type Channel = Pick<
  ChannelRow,
  'id' | 'name' | 'conversation_id' | 'is_private' | 'topics_policy' | 'is_archived'
>;

function topicIn({ topics_policy }: Pick<Channel, 'topics_policy'>, topic: string): string {
  return topics_policy === 'empty_topic_only' ? '' : topic;
}

/** The channel in which new channels are announced, if any. */
export function announcementsChannelId({ realm }: Pick<Actor, 'realm'>): number | undefined {
  const id = realmSettingsOf(realm).new_stream_announcements_stream_id;
  return id < 0 ? undefined : id;
}

/** Announces new channels to the organization, except private ones. */
export async function announceChannels(
  tx: Tx,
  world: NoticeWorld,
  actor: Actor,
  created: readonly Channel[],
): Promise<void> {
  const links = created.filter(({ is_private }) => !is_private).map(channelLink);
  const id = announcementsChannelId(actor);
  if (links.length === 0 || id === undefined) return;
  const [channel] = await findChannels(tx, tx.realmId, [id]);
  if (channel === undefined || channel.is_archived) return;
  await sendNotice(tx, world, {
    channel,
    topic: topicIn(channel, NEW_CHANNELS_TOPIC),
    cause: actor,
    content:
      links.length === 1
        ? `${userLink(actor.user)} created the channel ${links[0]}.`
        : `${userLink(actor.user)} created these channels: ${links.join(', ')}.`,
  });
}

/** Posts a notice for each change of a channel, if the organization wants that. */
export async function postChannelNotices(
  tx: Tx,
  world: NoticeWorld,
  actor: Actor,
  channel: Channel,
  lines: readonly string[],
): Promise<void> {
  if (!realmSettingsOf(actor.realm).send_channel_events_messages) return;
  for (const content of lines)
    await sendNotice(tx, world, {
      channel,
      topic: topicIn(channel, EVENTS_TOPIC),
      cause: actor,
      content,
      read: [actor.user.id],
    });
}
