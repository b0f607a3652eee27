import { refuseWriting, type State } from '@parley/client';
import { channelById } from '../data/derived/channels.ts';
import type { Conversation } from '../data/narrow/narrow.ts';
import { t } from '../words/index.ts';

/** The reason why the reader cannot write in a conversation. */
export function cannotWrite(state: State, conversation: Conversation): string | undefined {
  if (conversation.kind === 'topic') {
    const channel = channelById(state, conversation.channelId);
    if (channel?.is_archived === true)
      return t('This channel is archived. It can be read, but not written to.');
    return channel === undefined ? undefined : refuseWriting(state, channel)?.reason;
  }
  const gone = (state.realm_non_active_users ?? []).filter(({ user_id: id }) =>
    conversation.userIds.includes(id),
  );
  const [first] = gone;
  return first === undefined
    ? undefined
    : t('{name} is deactivated and cannot receive messages.', { name: first.full_name });
}
