import { useMemo, useState, type ReactElement } from 'react';
import type { TopicSummary } from '../../data/chat.ts';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import { topicPolicy } from '../../data/derived/topic-policy.ts';
import { matchText } from '../../words/match.ts';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useCell, useSelect, useWatched } from '../../parts/use-cell.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { shortDay } from '../../words/dates.ts';
import { plural, t } from '../../words/index.ts';
import { ChannelHeader, ChannelTabs } from './channel-header.tsx';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { ConversationRow } from '../conversation-rows/conversation-row.tsx';
import { useRovingRows } from '../conversation-rows/use-roving-rows.ts';
import { useRowCommands } from '../conversation-rows/use-row-commands.ts';
import { useSummaries } from '../conversation-rows/use-summaries.ts';
import { isResolved, topicName } from '../../screen/titles.ts';
import { useMinute } from '../../screen/use-minute.ts';
import groupStyles from '../conversation-rows/groups.module.css';

/** Topics that are shown at first and added by each "show older". */
const PAGE_TOPICS = 50;

type TopicFilter = {
  readonly isUnread: boolean;
  readonly isFollowed: boolean;
  readonly withResolved: boolean;
};

/** A channel as the list of its topics, newest first. */
export function TopicsView({ channelId }: { readonly channelId: number }): ReactElement {
  const chat = useChat();
  const topics = useCell(chat.topicsOf(channelId));
  const isOffline = useSelect(chat.link, ({ status }) => status === 'offline');
  const [typed, setTyped] = useState('');
  const [filter, setFilter] = useState<TopicFilter>({
    isUnread: false,
    isFollowed: false,
    withResolved: true,
  });
  const [max, setMax] = useState(PAGE_TOPICS);
  const found = useFound(channelId, topics, typed, filter);
  const shown = useMemo(() => found.slice(0, max), [found, max]);
  const all = topics?.length ?? 0;
  return (
    <>
      <ChannelHeader channelId={channelId} />
      <div className="body">
        <div className="wrap wide">
          <FilterBar
            label={t('Filter topics')}
            placeholder={plural(all, { one: 'Filter # topic', other: 'Filter # topics' })}
            value={typed}
            onChange={setTyped}
            start={<ChannelTabs channelId={channelId} current="topics" />}
          >
            <TopicFilters filter={filter} onChange={setFilter} />
          </FilterBar>
          <TopicRows conversations={shown} />
          {topics === undefined && !isOffline ? <Waiting kind="rows" /> : null}
          {all === 0 && (topics !== undefined || isOffline) ? (
            <EmptyView view="topics" channelId={channelId} />
          ) : null}
          {topics === undefined || all === 0 ? null : (
            <p className={`help ${groupStyles['more']}`}>
              {shown.length === 0
                ? t('No topic matches.')
                : t('Showing {shown} of {all} topics.', { shown: shown.length, all })}{' '}
              {found.length > shown.length ? (
                <button type="button" className="lk" onClick={() => setMax(max + PAGE_TOPICS)}>
                  {t('Show older topics')}
                </button>
              ) : null}
            </p>
          )}
        </div>
      </div>
    </>
  );
}

function useFound(
  channelId: number,
  topics: readonly TopicSummary[] | undefined,
  typed: string,
  filter: TopicFilter,
): readonly Conversation[] {
  const chat = useChat();
  const unread = useCell(chat.unread);
  const state = useWatched(chat.state);
  return useMemo(() => {
    const keeps = ({ name }: TopicSummary): boolean => {
      const key = narrowKey({ kind: 'topic', channelId, topic: name });
      if (filter.isUnread && !unread.byKey.has(key)) return false;
      if (filter.isFollowed && topicPolicy(state, channelId, name) !== 'followed') return false;
      if (!filter.withResolved && isResolved(name)) return false;
      return typed === '' || matchText(typed, topicName(name)) !== undefined;
    };
    return (topics ?? [])
      .filter(keeps)
      .map(({ name }): Conversation => ({ kind: 'topic', channelId, topic: name }));
  }, [channelId, topics, typed, filter, unread, state]);
}

function TopicRows({ conversations }: { readonly conversations: readonly Conversation[] }): ReactElement {
  const chat = useChat();
  const unread = useCell(chat.unread);
  const drafts = useCell(chat.drafts.all);
  const keys = useMemo(() => conversations.map(narrowKey), [conversations]);
  const rows = useRovingRows(keys);
  useRowCommands(rows, conversations);
  const summaryOf = useSummaries(conversations);
  const time = useMinute();
  return (
    <div {...rows.container}>
      <ul>
        {conversations.map((conversation) => {
          const key = narrowKey(conversation);
          const summary = summaryOf(conversation);
          return (
            <ConversationRow
              key={key}
              conversation={conversation}
              summary={summary}
              unread={unread.byKey.get(key)}
              draft={drafts.get(key)?.text}
              isCurrent={key === rows.current}
              when={summary === undefined ? '' : shortDay(summary.timestamp, time)}
              hasSenders
            />
          );
        })}
      </ul>
    </div>
  );
}

function TopicFilters(props: {
  readonly filter: TopicFilter;
  readonly onChange: (filter: TopicFilter) => void;
}): ReactElement {
  const { filter, onChange } = props;
  const isVisit = useChatScreen().askForAccount !== undefined;
  const chip = (label: string, isOn: boolean, next: Partial<TopicFilter>): ReactElement => (
    <button
      type="button"
      className="chip"
      aria-pressed={isOn}
      onClick={() => onChange({ ...filter, ...next })}
    >
      {label}
    </button>
  );
  return (
    <div className="chips scrollx" role="group" aria-label={t('Show')}>
      {isVisit ? null : (
        <>
          {chip(t('Unread'), filter.isUnread, { isUnread: !filter.isUnread })}
          {chip(t('Followed'), filter.isFollowed, { isFollowed: !filter.isFollowed })}
        </>
      )}
      {chip(t('Resolved too'), filter.withResolved, { withResolved: !filter.withResolved })}
    </div>
  );
}
