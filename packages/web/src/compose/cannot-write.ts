import type { State } from '@parley/client';
import type { Conversation } from '../data/narrow/narrow.ts';
import { t } from '../words/index.ts';

/** The reason why nothing can be written in a conversation; the server decides about all others. */
export function cannotWrite(state: State, conversation: Conversation): string | undefined {
  if (conversation.kind === 'topic') {
    const channels = [
      ...(state.subscriptions ?? []),
      ...(state.unsubscribed ?? []),
      ...(state.never_subscribed ?? []),
    ];
    const channel = channels.find(({ stream_id: id }) => id === conversation.channelId);
    return channel?.is_archived === true
      ? t('This channel is archived. It can be read, but not written to.')
      : undefined;
  }
  const gone = (state.realm_non_active_users ?? []).filter(({ user_id: id }) =>
    conversation.userIds.includes(id),
  );
  const [first] = gone;
  return first === undefined
    ? undefined
    : t('{name} is deactivated and cannot receive messages.', { name: first.full_name });
}
