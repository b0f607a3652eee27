import { canRead, CONTENT_PERMISSIONS, refusePost } from '@parley/contract/rights/channel-rights.ts';
import type { State } from '../state.ts';
import type { Refusal } from './refusal.ts';
import type { KnownChannel } from './known-channel.ts';
import { readerOf, relationTo } from './relation.ts';

const POSTING_PERMISSIONS = ['can_send_message_group', ...CONTENT_PERMISSIONS] as const;

/** Why the reader may not write in a channel. */
export function refuseWriting(state: State, channel: KnownChannel): Refusal | undefined {
  const { is_archived, is_web_public, invite_only, history_public_to_subscribers } = channel;
  return refusePost(
    readerOf(state),
    { is_archived, is_web_public, is_private: invite_only, is_history_public: history_public_to_subscribers },
    { mine: relationTo(state, channel, POSTING_PERMISSIONS), owners: undefined },
  );
}

/** Whether the reader may subscribe to a channel; while subscribed, whether the reader could do so again. */
export function maySubscribe(state: State, channel: KnownChannel): boolean {
  const { is_web_public, invite_only } = channel;
  const { groups } = relationTo(state, channel, CONTENT_PERMISSIONS);
  return canRead(
    readerOf(state),
    { is_web_public, is_private: invite_only },
    { isSubscribed: false, groups },
  );
}
