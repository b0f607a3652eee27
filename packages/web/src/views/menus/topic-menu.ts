import { refuseDeletingTopics, refuseMovingTopics, refuseRenamingTopics, type Refusal } from '@parley/client';
import type { Visibility } from '../../data/chat.ts';
import { narrowKey, type Conversation, type Narrow } from '../../data/narrow/narrow.ts';
import { narrowTerms } from '../../data/narrow/terms.ts';
import { isChannelMuted, topicPolicy } from '../../data/derived/topic-policy.ts';
import type { MenuEntry, MenuGroup } from '../../parts/surface-props.ts';
import { t } from '../../words/index.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';
import { copyLink } from '../../screen/copy-link.ts';
import { holderNames } from '../../screen/group-words.ts';
import { beginJump } from '../../screen/jump-store.ts';
import { beginTopicTask, type TopicTask } from '../../screen/topic-task-store.ts';
import { postponeEntries } from '../postpone.ts';
import { copyTopic } from './copy-topic.ts';
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
    { entries: changeEntries(screen, channelId, topic) },
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

/** Changes of the topic itself; those that the user may not make say who may. */
function changeEntries(screen: ChatScreen, channelId: number, topic: string): MenuEntry[] {
  const { chat } = screen;
  const state = chat.state.get();
  const may = (refusal: Refusal | undefined, names: string): Partial<MenuEntry> =>
    refusal === undefined ? {} : { isDisabled: true, icon: 'lock', meta: t('{names} may', { names }) };
  const task = (kind: TopicTask['kind']) => (): void => beginTopicTask({ kind, channelId, topic });
  return [
    {
      id: 'rename',
      label: t('Rename…'),
      icon: 'pencil',
      shortcut: 'Shift T',
      run: task('rename'),
      ...may(
        refuseRenamingTopics(state, channelId),
        holderNames(state, state.realm_can_move_messages_between_topics_group),
      ),
    },
    {
      id: 'move',
      label: t('Move to another channel…'),
      icon: 'move',
      run: task('move'),
      ...may(
        refuseMovingTopics(state, channelId),
        holderNames(state, state.realm_can_move_messages_between_channels_group),
      ),
    },
    {
      id: 'unread',
      label: t('Mark as unread'),
      icon: 'unread',
      run: () => void chat.actions.markUnreadFrom({ kind: 'topic', channelId, topic }, 1),
    },
    jumpEntry(screen, { kind: 'topic', channelId, topic }),
    filesEntry(screen, { kind: 'topic', channelId, topic }),
    {
      id: 'markdown',
      label: t('Copy as Markdown'),
      icon: 'copy',
      run: () => void copyTopic(chat, channelId, topic),
    },
    {
      id: 'delete',
      label: t('Delete topic…'),
      icon: 'trash',
      isDanger: true,
      run: task('delete'),
      ...may(refuseDeletingTopics(state), t('Administrators')),
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
        jumpEntry(screen, narrow),
        filesEntry(screen, narrow),
      ],
    },
    { title: t('Later'), entries: postponeEntries(screen.chat, narrow) },
  ];
}

/** Messages with files of a conversation or a channel, as a search that goes on from there. */
export function filesEntry({ chat, go }: ChatScreen, narrow: Narrow): MenuEntry {
  const terms = [...narrowTerms(narrow, chat.selfId), { operator: 'has', operand: 'attachment' }] as const;
  return {
    id: 'files',
    label: t('Files'),
    icon: 'clip',
    run: () => go({ view: 'messages', narrow: { kind: 'search', terms } }),
  };
}

function jumpEntry({ go }: ChatScreen, narrow: Conversation): MenuEntry {
  return {
    id: 'jump',
    label: t('Jump to a date…'),
    icon: 'cal',
    shortcut: 'G J',
    run: () => {
      go({ view: 'messages', narrow });
      beginJump(narrow);
    },
  };
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
