import type { ChannelChange } from '../../data/actions/channel-actions.ts';
import { t } from '../../words/index.ts';

export const PRIVACIES = ['open', 'private', 'private-from-now', 'web-public'] as const;
export type ChannelPrivacy = (typeof PRIVACIES)[number];

type Facts = {
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly history_public_to_subscribers: boolean;
};

export function privacyOf(channel: Facts): ChannelPrivacy {
  if (channel.is_web_public) return 'web-public';
  if (!channel.invite_only) return 'open';
  return channel.history_public_to_subscribers ? 'private' : 'private-from-now';
}

export function privacyName(privacy: ChannelPrivacy): string {
  return {
    open: t('Open to all members'),
    private: t('Private'),
    'private-from-now': t('Private, newcomers see new messages only'),
    'web-public': t('Public on the web'),
  }[privacy];
}

/** All parts of the setting, because the server derives those that are missing. */
export function privacyChange(
  privacy: ChannelPrivacy,
): Pick<ChannelChange, 'is_private' | 'is_web_public' | 'history_public_to_subscribers'> {
  return {
    is_private: privacy.startsWith('private'),
    is_web_public: privacy === 'web-public',
    history_public_to_subscribers: privacy !== 'private-from-now',
  };
}
