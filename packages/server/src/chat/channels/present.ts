import type { Channel } from '@parley/contract/objects/channel.ts';
import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import type { ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import { type ChannelRow, type Holders, channelGroupsOf, postPolicyOf } from './channel.ts';

export function presentChannel(channel: ChannelRow, { groups, valueOf }: Holders): Channel {
  const permissions = Object.fromEntries(
    Object.entries(channelGroupsOf(channel, groups)).map(([name, groupId]) => [name, valueOf(groupId)]),
  ) as Record<ChannelPermission, GroupSettingValue>;
  const postPolicy = postPolicyOf(permissions.can_send_message_group, groups);
  return {
    stream_id: channel.id,
    name: channel.name,
    description: channel.description,
    rendered_description: channel.rendered_description,
    date_created: Math.floor(channel.created_at.getTime() / 1000),
    creator_id: channel.creator_id,
    invite_only: channel.is_private,
    is_web_public: channel.is_web_public,
    history_public_to_subscribers: channel.is_history_public,
    is_archived: channel.is_archived,
    is_recently_active: channel.is_recently_active,
    message_retention_days: channel.retention_days,
    first_message_id: channel.first_message_id,
    folder_id: channel.folder_id,
    topics_policy: channel.topics_policy as Channel['topics_policy'],
    stream_post_policy: postPolicy,
    is_announcement_only: postPolicy === 2,
    // The server does not count messages per channel.
    stream_weekly_traffic: null,
    subscriber_count: channel.subscriber_count,
    default_push_notifications: channel.default_push_notifications,
    ...permissions,
  };
}
