import type { ReactElement, ReactNode } from 'react';
import type { ConversationSummary, UnreadConversation } from '../../data/chat.ts';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import { Icon } from '../../parts/icon.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { shortDay, timeUntil } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import type { Postponed } from '../postpone.ts';
import { ConversationRow } from '../conversation-rows/conversation-row.tsx';
import { channelName } from '../../screen/titles.ts';
import type { InboxGroups } from './inbox-groups.ts';
import groupStyles from '../conversation-rows/groups.module.css';

export type InboxListProps = {
  readonly groups: InboxGroups;
  readonly current: string | undefined;
  readonly summaryOf: (conversation: Conversation) => ConversationSummary | undefined;
  readonly time: number;
};

/** The groups of the inbox. */
export function InboxList(props: InboxListProps): ReactElement {
  const { direct, channels, later } = props.groups;
  const row = (unread: UnreadConversation): ReactElement => {
    const key = narrowKey(unread.conversation);
    const summary = props.summaryOf(unread.conversation);
    return (
      <ConversationRow
        key={key}
        conversation={unread.conversation}
        unread={unread}
        summary={summary}
        isCurrent={key === props.current}
        when={summary === undefined ? '' : shortDay(summary.timestamp, props.time)}
      />
    );
  };
  return (
    <>
      {direct.length === 0 ? null : (
        <Group id="direct" title={t('Direct messages')} count={sumOf(direct)}>
          {direct.map(row)}
        </Group>
      )}
      {channels.map(({ channelId, count, topics }) => (
        <ChannelGroup key={channelId} channelId={channelId} count={count}>
          {topics.map(row)}
        </ChannelGroup>
      ))}
      {later.length === 0 ? null : (
        <Group id="later" title={t('Later')} count={later.length}>
          {later.map((one) => (
            <LaterRow
              key={one.reminderId}
              postponed={one}
              summary={props.summaryOf(one.conversation)}
              isCurrent={narrowKey(one.conversation) === props.current}
              time={props.time}
            />
          ))}
        </Group>
      )}
    </>
  );
}

function LaterRow(props: {
  readonly postponed: Postponed;
  readonly summary: ConversationSummary | undefined;
  readonly isCurrent: boolean;
  readonly time: number;
}): ReactElement {
  const { conversation, due, note } = props.postponed;
  const chat = useChat();
  const unread = useCell(chat.unread).byKey.get(narrowKey(conversation));
  return (
    <ConversationRow
      conversation={conversation}
      unread={unread}
      summary={props.summary}
      isCurrent={props.isCurrent}
      when={timeUntil(due, props.time)}
      hasChannel
      icon={<Icon name="later" />}
      note={
        note === '' ? undefined : (
          <>
            <b>{t('You')}:</b> <bdi>{note}</bdi>
          </>
        )
      }
    />
  );
}

function ChannelGroup(props: {
  readonly channelId: number;
  readonly count: number;
  readonly children: ReactNode;
}): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const { channelId } = props;
  const name = useSelect(chat.state, (state) => channelName(state, channelId));
  return (
    <Group
      id={`channel-${channelId}`}
      count={props.count}
      title={
        <a className={`${groupStyles['link']} touch-area`} href={addressOf({ view: 'topics', channelId })}>
          <ChannelIcon channelId={channelId} />
          <bdi className="clip">{name}</bdi>
        </a>
      }
      action={
        <button
          type="button"
          className={`btn plain ${groupStyles['ghost']}`}
          onClick={() => void chat.actions.markChannelRead(channelId)}
        >
          {t('Mark all as read')}
        </button>
      }
    >
      {props.children}
    </Group>
  );
}

function Group(props: {
  readonly id: string;
  readonly title: ReactNode;
  readonly count: number;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}): ReactElement {
  const id = `inbox-${props.id}`;
  return (
    <section className={groupStyles['group']} aria-labelledby={id}>
      <div className={groupStyles['head']}>
        <h2 id={id}>{props.title}</h2>
        <span className="n">{props.count}</span>
        {props.action}
      </div>
      <ul>{props.children}</ul>
    </section>
  );
}

function sumOf(all: readonly UnreadConversation[]): number {
  return all.reduce((sum, { count }) => sum + count, 0);
}
