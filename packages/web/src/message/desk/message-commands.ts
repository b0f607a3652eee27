import {
  refuseDeleting,
  refuseEditing,
  refuseMovingToChannel,
  refuseMovingToTopic,
  type Message,
} from '@parley/client';
import { now } from '../../data/clock.ts';
import type { ComposeControl } from '../../compose/control.ts';
import type { Chat } from '../../data/chat.ts';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { isConversation, narrowKey } from '../../data/narrow/narrow.ts';
import { conversationOf } from '../../data/narrow/judge.ts';
import type { CommandId } from '../../keys/command-keys.ts';
import { showToast } from '../../parts/toast-store.ts';
import type { ChatScreen } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { showUserCard } from '../../parts/user-card-store.ts';
import { foldedMessages, setFolded } from '../../content/folds.ts';
import type { DeskTask, DeskTaskKind } from './task.ts';

export type MessageCommandWorld = {
  readonly screen: ChatScreen;
  readonly compose: ComposeControl;
  /** The narrow of the list. */
  readonly narrow: Narrow;
  readonly open: (task: DeskTask) => void;
};

export type MessageCommand = (message: Message, row: HTMLElement) => void;

const THUMBS_UP = { name: '+1', code: '1f44d', type: 'unicode_emoji' } as const;

/** Everything that can be done with a message, by the id of its command; absent where it is not allowed. */
export function messageCommands(
  world: MessageCommandWorld,
  message: Message,
): Partial<Record<CommandId, MessageCommand>> {
  const { chat } = world.screen;
  const state = chat.state.get();
  const seconds = now() / 1000;
  const open =
    (kind: DeskTaskKind): MessageCommand =>
    ({ id }, anchor) => {
      world.open({ kind, messageId: id, anchor });
    };
  return {
    ...writingCommands(world, message),
    actions: open('actions'),
    react: open('react'),
    'react-same': ({ id, reactions }) => {
      const first = reactions[0];
      if (first === undefined) return;
      const { emoji_name: name, emoji_code: code, reaction_type: type } = first;
      void chat.actions.toggleReaction(id, { name, code, type });
    },
    'thumbs-up': ({ id }) => void chat.actions.toggleReaction(id, THUMBS_UP),
    star: ({ id, flags }) => void chat.actions.setStarred(id, !flags.includes('starred')),
    'unread-from-here': ({ id }) => void chat.actions.markUnreadFrom(world.narrow, id),
    'copy-link': () => void copy(linkTo(world.screen, message), t('Link copied')),
    'copy-markdown': ({ id }) =>
      void sourceOf(chat, id).then((text) => copy(text, t('Copied as Markdown')), tellFailure),
    picture: open('picture'),
    fold: ({ id }) => setFolded(id, foldedMessages.get().get(id) !== true),
    'user-card': ({ sender_id }, anchor) => showUserCard(sender_id, anchor),
    later: open('remind'),
    remind: open('remind'),
    receipts: open('receipts'),
    ...(message.edit_history === undefined && message.last_edit_timestamp === undefined
      ? {}
      : { history: open('history') }),
    ...(refuseEditing(state, message, seconds) === undefined
      ? {
          edit: ({ id }: Message) =>
            world.compose.setEdited({ messageId: id, listKey: narrowKey(world.narrow) }),
        }
      : {}),
    ...(refuseMovingToTopic(state, message, seconds) === undefined ||
    refuseMovingToChannel(state, message, seconds) === undefined
      ? { move: open('move') }
      : {}),
    ...(refuseDeleting(state, message, seconds) === undefined ? { delete: open('delete') } : {}),
    context: () => goTo(world, message),
    'topic-or-channel': () => goAcross(world, message),
  };
}

async function sourceOf(chat: Chat, messageId: number): Promise<string> {
  const { fetchSource } = await import('../../data/actions/message-actions.ts');
  return fetchSource(chat, messageId);
}

/** Commands that lead into the composer. */
function writingCommands(
  world: MessageCommandWorld,
  message: Message,
): Partial<Record<CommandId, MessageCommand>> {
  const { screen, compose } = world;
  const conversation = conversationOf(message, screen.chat.state.get());
  /** The conversation of the message has the box; other lists have none. */
  const inPlace = (write: () => void): MessageCommand => {
    return () => {
      if (!isConversation(world.narrow) || narrowKey(world.narrow) !== narrowKey(conversation))
        goTo(world, message);
      write();
    };
  };
  return {
    reply: inPlace(() => compose.focus(narrowKey(conversation))),
    quote: inPlace(() =>
      withInsert((insert) => insert.quoteMessage(screen.chat, compose, message, linkTo(screen, message))),
    ),
    'reply-mention': inPlace(() =>
      withInsert((insert) => insert.replyWithMention(screen.chat, compose, message)),
    ),
    'forward-message': () =>
      withInsert((insert) => insert.forwardMessage(screen.chat, compose, message, linkTo(screen, message))),
    'reply-direct': () => {
      const narrow = { kind: 'direct', userIds: [message.sender_id] } as const;
      screen.go({ view: 'messages', narrow });
      compose.focus(narrowKey(narrow));
    },
  };
}

/** Writing into the composer belongs to its chunk. */
function withInsert(work: (insert: typeof import('../../compose/insert.ts')) => Promise<void> | void): void {
  void import('../../compose/insert.ts').then(work).catch(tellFailure);
}

function goTo({ screen }: MessageCommandWorld, message: Message): void {
  const narrow = conversationOf(message, screen.chat.state.get());
  screen.go({ view: 'messages', narrow, near: message.id });
}

/** From a topic to its channel, from any other list to the conversation of the message. */
function goAcross(world: MessageCommandWorld, message: Message): void {
  if (world.narrow.kind !== 'topic') goTo(world, message);
  else world.screen.go({ view: 'messages', narrow: { kind: 'channel', channelId: world.narrow.channelId } });
}

/** The full address of a message. */
export function linkTo({ chat, addressOf }: ChatScreen, message: Message): string {
  const narrow = conversationOf(message, chat.state.get());
  return new URL(addressOf({ view: 'messages', narrow, near: message.id }), globalThis.location.href).href;
}

async function copy(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ text: done });
  } catch (error) {
    tellFailure(error);
  }
}

function tellFailure(error: unknown): void {
  showToast({ text: error instanceof Error ? error.message : String(error) });
}
