import { useEffect } from 'react';
import type { Chat } from '../data/chat.ts';
import type { Place } from '../data/address/place.ts';
import { useCell } from '../parts/use-cell.ts';
import { t } from '../words/index.ts';
import { useChatScreen } from './chat-context.ts';

/** Keeps the title of the page: unread count, place, organization. */
export function useTitle(): void {
  const { chat, place } = useChatScreen();
  const state = useCell(chat.state);
  const { total } = useCell(chat.unread);
  useEffect(() => {
    const count = total === 0 ? '' : `(${total}) `;
    document.title = `${count}${placeName(chat, place)} · ${state.realm_name ?? 'Parley'}`;
  }, [chat, place, state, total]);
}

/** Short name of a place, in words. */
export function placeName(chat: Chat, place: Place): string {
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
    case 'channels':
      return t('Channels');
    case 'you':
      return t('You');
    case 'topics':
      return channelName(chat, place.channelId);
    case 'messages':
      return narrowName(chat, place.narrow);
  }
}

export function narrowName(chat: Chat, narrow: Extract<Place, { view: 'messages' }>['narrow']): string {
  switch (narrow.kind) {
    case 'topic':
      return `${channelName(chat, narrow.channelId)} › ${narrow.topic === '' ? t('general chat') : narrow.topic}`;
    case 'channel':
      return channelName(chat, narrow.channelId);
    case 'direct':
      return narrow.userIds.length === 0
        ? t('Notes to yourself')
        : narrow.userIds.map((id) => userName(chat, id)).join(', ');
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

function channelName(chat: Chat, channelId: number): string {
  const { subscriptions = [], unsubscribed = [], never_subscribed: others = [] } = chat.state.get();
  const found = [...subscriptions, ...unsubscribed, ...others].find(({ stream_id: id }) => id === channelId);
  return found?.name ?? t('Unknown channel');
}

function userName(chat: Chat, userId: number): string {
  const { realm_users: users = [], cross_realm_bots: bots = [] } = chat.state.get();
  return [...users, ...bots].find(({ user_id: id }) => id === userId)?.full_name ?? t('Unknown user');
}
