import { badRequest } from '../../engine/api-error.ts';
import type { ChannelRow } from './channel.ts';

export type Privacy = Pick<ChannelRow, 'is_private' | 'is_web_public' | 'is_history_public'>;

export type PrivacyChange = {
  readonly is_private?: boolean | undefined;
  readonly is_web_public?: boolean | undefined;
  readonly history_public_to_subscribers?: boolean | undefined;
};

/** The privacy after a change. Unless given, the history is public exactly if the channel is. */
export function proposedPrivacy(current: Privacy, change: PrivacyChange): Privacy {
  const { is_private = current.is_private, is_web_public = current.is_web_public } = change;
  const defaultHistory = change.is_private === undefined ? current.is_history_public : !change.is_private;
  return {
    is_private,
    is_web_public,
    is_history_public: change.history_public_to_subscribers ?? defaultHistory,
  };
}

/** Four kinds exist: web-public, public, private with shared history, private with protected history. */
export function checkPrivacy({ is_private, is_web_public, is_history_public }: Privacy): void {
  if (is_web_public && !is_history_public) throw badRequest('A web-public channel must have public history.');
  if (is_web_public && is_private) throw badRequest('A web-public channel cannot be private.');
  if (!is_private && !is_history_public) throw badRequest('A public channel must have public history.');
}

export function isSamePrivacy(a: Privacy, b: Privacy): boolean {
  return (
    a.is_private === b.is_private &&
    a.is_web_public === b.is_web_public &&
    a.is_history_public === b.is_history_public
  );
}
