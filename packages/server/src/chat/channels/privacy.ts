import { badRequest } from '../../engine/api-error.ts';
import type { ChannelRow } from './channel.ts';

export type Privacy = Pick<ChannelRow, 'is_private' | 'is_web_public' | 'is_history_public'>;

export type PrivacyChange = {
  readonly is_private?: boolean | undefined;
  readonly is_web_public?: boolean | undefined;
  readonly history_public_to_subscribers?: boolean | undefined;
};

/** How closed a channel would be. A history that nobody speaks of is open exactly where the channel is. */
export function proposedPrivacy(current: Privacy, wish: PrivacyChange): Privacy {
  const { is_private = current.is_private, is_web_public = current.is_web_public } = wish;
  const usual = wish.is_private === undefined ? current.is_history_public : !wish.is_private;
  return {
    is_private,
    is_web_public,
    is_history_public: wish.history_public_to_subscribers ?? usual,
  };
}

/** Four kinds exist: open to the web, public, private with a shared history, private with a protected one. */
export function checkPrivacy({ is_private, is_web_public, is_history_public }: Privacy): void {
  if (is_web_public && !is_history_public)
    throw badRequest('A channel that is open to the web shows its history.');
  if (is_web_public && is_private) throw badRequest('A channel is private or open to the web, not both.');
  if (!is_private && !is_history_public) throw badRequest('A public channel shows its history.');
}

export function isSamePrivacy(a: Privacy, b: Privacy): boolean {
  return (
    a.is_private === b.is_private &&
    a.is_web_public === b.is_web_public &&
    a.is_history_public === b.is_history_public
  );
}
