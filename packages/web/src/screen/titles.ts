import type { State } from '@parley/client';
import type { Place } from '../data/address/place.ts';
import { channelById } from '../data/derived/channels.ts';
import { RESOLVED_PREFIX } from '../data/narrow/judge.ts';
import type { Conversation, Narrow } from '../data/narrow/narrow.ts';
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

/** Name of a list of messages; a resolved topic keeps its sign. */
export function narrowName(state: State, narrow: Narrow): string {
  switch (narrow.kind) {
    case 'topic':
      return `${channelName(state, narrow.channelId)} › ${narrow.topic === '' ? t('general chat') : narrow.topic}`;
    case 'channel':
      return channelName(state, narrow.channelId);
    case 'direct':
      return directName(state, narrow.userIds);
    case 'all':
      return t('Combined feed');
    case 'mentions':
      return t('Mentions');
    case 'starred':
      return t('Starred');
    case 'reactions':
      return t('Reactions');
    case 'search':
      return t('Search');
  }
}

/** Short name of a place, in words. */
export function placeName(state: State, place: Place): string {
  switch (place.view) {
    case 'inbox':
      return t('Inbox');
    case 'catch-up':
      return t('Catch up');
    case 'recent':
      return t('Recent');
    case 'drafts':
      return t('Drafts');
    case 'scheduled':
      return t('Scheduled');
    case 'settings':
      return t('Settings');
    case 'organization':
      return t('Organization');
    case 'channels':
      return t('Channels');
    case 'people':
      return t('People');
    case 'you':
      return t('You');
    case 'topics':
      return channelName(state, place.channelId);
    case 'messages':
      return narrowName(state, place.narrow);
  }
}
