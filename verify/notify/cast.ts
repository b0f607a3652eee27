export const USERS = 4;
/** The members of the group that messages mention. */
export const GROUP: readonly number[] = [1, 2];
export const CHANNELS = 2;
export const TOPICS: readonly string[] = ['cogs', 'steam'];
/** User 3 is not subscribed to channel 1. */
export function isSubscribed(user: number, channel: number): boolean {
  return user !== 3 || channel !== 1;
}

/** Settings of all users at the start; automatic changes of topic policies are switched off. */
export const FIRST_SETTINGS = {
  enable_offline_email_notifications: true,
  enable_offline_push_notifications: true,
  enable_online_push_notifications: true,
  enable_stream_email_notifications: false,
  enable_stream_push_notifications: false,
  enable_followed_topic_email_notifications: true,
  enable_followed_topic_push_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
  email_notifications_batching_period_seconds: 200,
} as const;
