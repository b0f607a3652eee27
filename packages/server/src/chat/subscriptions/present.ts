import type { SubscriptionRow } from '../channels/channel.ts';
import type { Channel, Subscription } from '@parley/contract/objects/channel.ts';
import type { UserSettings } from '@parley/contract/objects/user-settings.ts';

/** Settings of a subscription, visible only to the subscriber. */
export type SubscriptionSettings = Pick<
  SubscriptionRow,
  | 'color'
  | 'is_muted'
  | 'is_pinned'
  | 'desktop_notifications'
  | 'audible_notifications'
  | 'push_notifications'
  | 'email_notifications'
  | 'wildcard_mentions_notify'
>;

type Users = Pick<Subscription, 'subscribers' | 'partial_subscribers'>;

/** A presented channel with the subscriber's settings. */
export function presentSubscription(
  channel: Channel,
  row: SubscriptionSettings,
  users: Users = {},
): Subscription {
  return {
    ...channel,
    ...presentSettings(row),
    ...users,
  };
}

type PresentedChoices = Omit<Subscription, keyof Channel | keyof Users>;

export function presentSettings(row: SubscriptionSettings): PresentedChoices {
  return {
    color: row.color,
    is_muted: row.is_muted,
    in_home_view: !row.is_muted,
    pin_to_top: row.is_pinned,
    desktop_notifications: row.desktop_notifications,
    audible_notifications: row.audible_notifications,
    push_notifications: row.push_notifications,
    email_notifications: row.email_notifications,
    wildcard_mentions_notify: row.wildcard_mentions_notify,
  };
}

/** Replaces nulls by the account's settings, for clients without the `notification_settings_null` capability. */
export function withoutNulls<C extends PresentedChoices>(subscription: C, account: AccountNotifications): C {
  return {
    ...subscription,
    desktop_notifications: subscription.desktop_notifications ?? account.enable_stream_desktop_notifications,
    audible_notifications: subscription.audible_notifications ?? account.enable_stream_audible_notifications,
    push_notifications: subscription.push_notifications ?? account.enable_stream_push_notifications,
    email_notifications: subscription.email_notifications ?? account.enable_stream_email_notifications,
    wildcard_mentions_notify: subscription.wildcard_mentions_notify ?? account.wildcard_mentions_notify,
  };
}

type AccountNotifications = Pick<
  UserSettings,
  | 'enable_stream_desktop_notifications'
  | 'enable_stream_audible_notifications'
  | 'enable_stream_push_notifications'
  | 'enable_stream_email_notifications'
  | 'wildcard_mentions_notify'
>;
