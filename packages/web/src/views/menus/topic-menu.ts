import type { Visibility } from '../../data/chat.ts';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import { isChannelMuted, topicPolicy } from '../../data/derived/topic-policy.ts';
import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { t } from '../../words/index.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';
import { copyLink } from '../../screen/copy-link.ts';
import { postponeEntries } from '../postpone.ts';
import { isResolved } from '../../screen/titles.ts';

/** Actions on a topic. */
export function topicMenu(screen: ChatScreen, channelId: number, topic: string): MenuGroup[] {
  const { chat } = screen;
  const narrow: Conversation = { kind: 'topic', channelId, topic };
  const isDone = isResolved(topic);
  return [
    {
      entries: [
        readEntry(screen, narrow),
        {
          id: 'resolve',
          label: isDone ? t('Reopen') : t('Resolve'),
          icon: 'done',
          shortcut: 'Shift X',
          run: () => void chat.actions.setResolved(channelId, topic, !isDone),
        },
        {
          id: 'link',
          label: t('Copy link'),
          icon: 'link',
          run: () => void copyLink(screen, { view: 'messages', narrow }),
        },
      ],
    },
    { title: t('Notifications'), entries: visibilityEntries(screen, channelId, topic) },
    { title: t('Later'), entries: postponeEntries(chat, narrow) },
    {
      entries: [
        {
          id: 'topics',
          label: t('Topics of this channel'),
          icon: 'listi',
          run: () => screen.go({ view: 'topics', channelId }),
        },
        {
          id: 'feed',
          label: t('Feed of this channel'),
          icon: 'feed',
          run: () => screen.go({ view: 'messages', narrow: { kind: 'channel', channelId } }),
        },
      ],
    },
  ];
}

/** Actions on a direct conversation. */
export function directMenu(screen: ChatScreen, userIds: readonly number[]): MenuGroup[] {
  const narrow: Conversation = { kind: 'direct', userIds };
  return [
    {
      entries: [
        readEntry(screen, narrow),
        {
          id: 'link',
          label: t('Copy link'),
          icon: 'link',
          run: () => void copyLink(screen, { view: 'messages', narrow }),
        },
      ],
    },
    { title: t('Later'), entries: postponeEntries(screen.chat, narrow) },
  ];
}

/** Settings of a topic, one of which is chosen. */
export function visibilityEntries({ chat }: ChatScreen, channelId: number, topic: string): MenuEntry[] {
  const state = chat.state.get();
  const current = topicPolicy(state, channelId, topic);
  const inMuted = isChannelMuted(state, channelId);
  const choices: readonly (readonly [Visibility, string])[] = [
    ['followed', t('Follow')],
    ...(inMuted ? [['unmuted', t('Unmute')] as const] : []),
    ['inherit', inMuted ? t('Muted with its channel') : t('Usual')],
    ['muted', t('Mute')],
  ];
  return choices.map(([visibility, label]) => ({
    id: visibility,
    label,
    icon: visibility === 'muted' ? 'mute' : visibility === 'followed' ? 'bell' : undefined,
    isChecked: visibility === current,
    run: () => void chat.actions.setTopicVisibility(channelId, topic, visibility),
  }));
}

function readEntry({ chat }: ChatScreen, narrow: Conversation): MenuEntry {
  return {
    id: 'read',
    label: t('Mark as read'),
    icon: 'check',
    shortcut: 'Shift E',
    isDisabled: !chat.unread.get().byKey.has(narrowKey(narrow)),
    run: () => void chat.actions.markConversationRead(narrow),
  };
}
