import { maySubscribe } from '@parley/client';
import { subscribe, unsubscribe } from '../data/actions/own-actions.ts';
import type { Chat } from '../data/chat.ts';
import { channelById, type KnownChannel } from '../data/derived/channels.ts';
import { ask } from '../parts/question-store.ts';
import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';
import { attempt } from './attempt.ts';

/** Joins a channel at once; a toast takes it back. */
export async function joinChannel(chat: Chat, channelId: number): Promise<boolean> {
  const channel = channelById(chat.state.get(), channelId);
  if (channel === undefined || !(await attempt(subscribe(chat, channelId)))) return false;
  showToast({
    text: t('You joined {name}', { name: channel.name }),
    action: { label: t('Undo'), run: () => void attempt(unsubscribe(chat, channelId)) },
  });
  return true;
}

/** Leaves a channel: with a way back where there is one, else after a question. */
export async function leaveChannel(chat: Chat, channelId: number): Promise<void> {
  const channel = channelById(chat.state.get(), channelId);
  if (channel === undefined) return;
  const hasWayBack = maySubscribe(chat.state.get(), channel);
  if (!hasWayBack && !(await askToLeave(channel))) return;
  if (!(await attempt(unsubscribe(chat, channelId)))) return;
  showToast({
    text: t('You left {name}', { name: channel.name }),
    ...(hasWayBack ? { action: { label: t('Undo'), run: () => void joinChannel(chat, channelId) } } : {}),
  });
}

function askToLeave({ name, subscriber_count: count }: KnownChannel): Promise<boolean> {
  return ask({
    title: t('Leave {name}?', { name }),
    text: [
      t('This channel is private: you can no longer read it, not even the messages of today.'),
      count === 1
        ? t('You are its only subscriber, so no one is left who could add you again.')
        : t('You cannot join again by yourself. One of its subscribers has to add you.'),
    ],
    yes: t('Leave'),
    no: t('Stay'),
    isDanger: true,
  });
}
