import { memo, type ReactElement, type ReactNode } from 'react';
import type { ConversationSummary, UnreadConversation } from '../../data/chat.ts';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import { topicPolicy, isTopicMuted } from '../../data/derived/topic-policy.ts';
import { Icon } from '../../parts/icon.tsx';
import { useContextMenu } from '../../parts/menu.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { conversationMenu } from '../menus/load-menus.ts';
import { isResolved } from '../../screen/titles.ts';
import { DirectPicture, UserPicture } from '../../screen/user-picture.tsx';
import { ConversationName } from './conversation-name.tsx';
import { LastMessage } from './last-message.tsx';
import { RowActions } from './row-actions.tsx';
import { RowCount } from './row-count.tsx';
import { useSwipe } from './use-swipe.ts';
import pictures from '../../parts/picture.module.css';
import styles from './conversation-row.module.css';

export type ConversationRowProps = {
  readonly conversation: Conversation;
  readonly summary: ConversationSummary | undefined;
  readonly unread: UnreadConversation | undefined;
  /** Text of a draft that waits there. */
  readonly draft?: string | undefined;
  /** Shows the channel before the topic and its sign. */
  readonly hasChannel?: boolean;
  readonly hasSenders?: boolean;
  readonly isCurrent: boolean;
  readonly when: string;
  /** Shown instead of the last message. */
  readonly note?: ReactNode;
  readonly icon?: ReactNode;
};

/** A conversation in a list, with its last message and its actions. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps): ReactElement {
  const { conversation, summary, unread, draft, isCurrent } = props;
  const screen = useChatScreen();
  const { chat, addressOf } = screen;
  const isTopic = conversation.kind === 'topic';
  const visibility = useSelect(chat.state, (state) =>
    isTopic ? topicPolicy(state, conversation.channelId, conversation.topic) : 'inherit',
  );
  const isMuted = useSelect(chat.state, (state) =>
    isTopic ? isTopicMuted(state, conversation.channelId, conversation.topic) : unread?.isMuted === true,
  );
  const isDone = isTopic && isResolved(conversation.topic);
  const menu = useContextMenu(t('Conversation menu'), () => conversationMenu(screen, conversation));
  const swipe = useSwipe(chat, conversation, unread !== undefined);
  const handlers = { onContextMenu: menu.onContextMenu, ...swipe };
  const classes = [
    styles['row'],
    unread === undefined ? '' : styles['unread'],
    isMuted ? styles['muted'] : '',
    isDone ? styles['done'] : '',
  ];
  const look = { isFollowed: visibility === 'followed', isMuted, isDone, hasDraft: draft !== undefined };
  return (
    <li className={classes.filter(Boolean).join(' ')} data-row={narrowKey(conversation)} {...handlers}>
      {props.icon ?? <Sign conversation={conversation} look={look} hasChannel={props.hasChannel === true} />}
      <span className={styles['name']}>
        <a
          href={addressOf({ view: 'messages', narrow: conversation })}
          tabIndex={isCurrent ? 0 : -1}
          data-row-link=""
        >
          <ConversationName conversation={conversation} hasChannel={props.hasChannel === true} />
        </a>
        {props.hasChannel === true ? <NameSign look={look} /> : <StateWords look={look} />}
      </span>
      <span className={`${styles['words']} clip`}>
        {props.note ?? <LastMessage conversation={conversation} summary={summary} draft={draft} />}
      </span>
      <span className={styles['end']}>
        {props.hasSenders === true && isTopic ? <Senders ids={summary?.senderIds ?? []} /> : null}
        <RowCount unread={unread} isDirect={!isTopic} keepsRoom={props.hasSenders === true} />
      </span>
      <span className={styles['when']}>{props.when}</span>
      <RowActions conversation={conversation} isUnread={unread !== undefined} isCurrent={isCurrent} />
      {menu.element}
    </li>
  );
});

type RowLook = {
  readonly isFollowed: boolean;
  readonly isMuted: boolean;
  readonly isDone: boolean;
  readonly hasDraft: boolean;
};

function Sign(props: {
  readonly conversation: Conversation;
  readonly look: RowLook;
  readonly hasChannel: boolean;
}): ReactElement {
  const { conversation, look } = props;
  if (conversation.kind === 'direct') return <DirectPicture userIds={conversation.userIds} />;
  if (props.hasChannel) return <ChannelIcon channelId={conversation.channelId} />;
  if (look.isDone) return <Icon name="done" className={styles['good']} />;
  if (look.hasDraft) return <Icon name="pencil" />;
  if (look.isMuted) return <Icon name="mute" />;
  return look.isFollowed ? <Icon name="bell" /> : <span />;
}

function NameSign({ look }: { readonly look: RowLook }): ReactElement {
  return (
    <>
      {look.isDone ? (
        <Icon name="done" className={styles['good']} />
      ) : look.isMuted ? (
        <Icon name="mute" />
      ) : look.isFollowed ? (
        <Icon name="bell" />
      ) : null}
      {look.hasDraft ? <Icon name="pencil" /> : null}
      <StateWords look={look} />
    </>
  );
}

function StateWords({ look }: { readonly look: RowLook }): ReactElement | null {
  const words = [
    look.isDone ? t('resolved') : '',
    look.isFollowed ? t('followed') : '',
    look.isMuted ? t('muted') : '',
    look.hasDraft ? t('draft') : '',
  ].filter(Boolean);
  return words.length === 0 ? null : <span className="sr">, {words.join(', ')}</span>;
}

function Senders({ ids }: { readonly ids: readonly number[] }): ReactElement {
  return (
    <span className={`${pictures['stack']} ${styles['senders']}`} aria-hidden="true">
      {ids.map((id) => (
        <UserPicture key={id} userId={id} />
      ))}
    </span>
  );
}
