import type { State } from '@parley/client';
import { channelById } from '../data/derived/channels.ts';
import { RESOLVED_PREFIX } from '../data/narrow/judge.ts';
import type { Conversation } from '../data/narrow/narrow.ts';
import { userById } from '../data/derived/users.ts';
import { t } from '../words/index.ts';

export function channelName(state: State, channelId: number): string {
  return channelById(state, channelId)?.name ?? t('Unknown channel');
}

export function userName(state: State, userId: number): string {
  return userById(state).get(userId)?.full_name ?? t('Unknown user');
}

/** First word of a name, for lists with little room. */
export function firstName(state: State, userId: number): string {
  return userId === state.user_id ? t('You') : (userName(state, userId).split(' ')[0] ?? '');
}

export function isResolved(topic: string): boolean {
  return topic.startsWith(RESOLVED_PREFIX);
}

/** Name of a topic without the sign of a resolved one. */
export function topicName(topic: string): string {
  const name = isResolved(topic) ? topic.slice(RESOLVED_PREFIX.length) : topic;
  return name === '' ? t('general chat') : name;
}

/** Names of the other participants. */
export function directName(state: State, userIds: readonly number[]): string {
  if (userIds.length === 0) return t('Notes to yourself');
  return userIds.map((id) => userName(state, id)).join(', ');
}

/** `dome › mirror cover`, or the names of the participants. */
export function conversationName(state: State, conversation: Conversation): string {
  return conversation.kind === 'direct'
    ? directName(state, conversation.userIds)
    : `${channelName(state, conversation.channelId)} › ${topicName(conversation.topic)}`;
}
