import type { State } from '@parley/client';
import { channelById } from '../data/derived/channels.ts';
import type { Conversation } from '../data/narrow/narrow.ts';
import { t } from '../words/index.ts';

/** The reason why nothing can be written in a conversation; the server decides about all others. */
export function cannotWrite(state: State, conversation: Conversation): string | undefined {
  if (conversation.kind === 'topic') {
    return channelById(state, conversation.channelId)?.is_archived === true
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
