import type { ChannelRow } from './channel.ts';

/** The values of a channel in the audit trail, beside its permissions. */
export function recordedChannel(channel: ChannelRow) {
  const { name, description, is_private, is_web_public, is_history_public, is_default } = channel;
  const { topics_policy, retention_days, folder_id, default_push_notifications } = channel;
  return {
    name,
    description,
    is_private,
    is_web_public,
    is_history_public,
    is_default,
    topics_policy,
    retention_days,
    folder_id,
    default_push_notifications,
  };
}
