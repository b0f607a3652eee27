import { useMemo, useState, type ReactElement } from 'react';
import { useCompose } from '../../compose/control.ts';
import type { ConversationSummary, UnreadIndex } from '../../data/chat.ts';
import { narrowKey } from '../../data/narrow/narrow.ts';
import { topicPolicy } from '../../data/derived/topic-policy.ts';
import { matchText } from '../../words/match.ts';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useCell, useSelect, useWatched } from '../../parts/use-cell.ts';
import { Waiting } from '../../parts/waiting.tsx';
import { timeInGroup } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { ConversationRow } from '../conversation-rows/conversation-row.tsx';
import { useRovingRows } from '../conversation-rows/use-roving-rows.ts';
import { useRowCommands } from '../conversation-rows/use-row-commands.ts';
import { conversationName } from '../../screen/titles.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { dayGroups } from './recent-groups.ts';
import groupStyles from '../conversation-rows/groups.module.css';

type Filter = 'all' | 'unread' | 'own' | 'followed' | 'direct';

/** Conversations by the time of their last message. */
export function RecentView(): ReactElement {
  const chat = useChat();
  const [filter, setFilter] = useState<Filter>('all');
  const [typed, setTyped] = useState('');
  const recent = useCell(chat.conversations.recent);
  const hasMore = useCell(chat.conversations.hasMore);
  const isOffline = useSelect(chat.link, ({ status }) => status === 'offline');
  const unread = useCell(chat.unread);
  const drafts = useCell(chat.drafts.all);
  const state = useWatched(chat.state);
  const time = useMinute();
  const shown = useMemo(
    () =>
      recent.filter(
        (one) =>
          passes(filter, one, unread, (channelId, topic) => topicPolicy(state, channelId, topic)) &&
          isOwnOr(filter, one, chat.selfId) &&
          (typed === '' || matchText(typed, conversationName(state, one.conversation)) !== undefined),
      ),
    [recent, filter, typed, unread, state, chat],
  );
  const conversations = useMemo(() => shown.map(({ conversation }) => conversation), [shown]);
  const keys = useMemo(() => conversations.map(narrowKey), [conversations]);
  const rows = useRovingRows(keys);
  useRowCommands(rows, conversations);
  return (
    <>
      <RecentHeader />
      <div className="body">
        <div className="wrap wide">
          <FilterBar
            label={t('Filter conversations')}
            placeholder={t('Filter conversations')}
            value={typed}
            onChange={setTyped}
          >
            <Filters filter={filter} onChange={setFilter} />
          </FilterBar>
          <div {...rows.container}>
            {dayGroups(shown, time).map((group, index) => (
              <section key={group.title} className={groupStyles['group']} aria-labelledby={`recent-${index}`}>
                <div className={groupStyles['head']}>
                  <h2 id={`recent-${index}`}>{group.title}</h2>
                </div>
                <ul>
                  {group.conversations.map((one) => {
                    const key = narrowKey(one.conversation);
                    return (
                      <ConversationRow
                        key={key}
                        conversation={one.conversation}
                        summary={one}
                        unread={unread.byKey.get(key)}
                        draft={drafts.get(key)?.text}
                        isCurrent={key === rows.current}
                        when={timeInGroup(one.timestamp, time)}
                        hasChannel
                        hasSenders
                      />
                    );
                  })}
                </ul>
              </section>
            ))}
            {shown.length === 0 && recent.length > 0 ? (
              <p className="help">{t('No conversation matches.')}</p>
            ) : null}
            {recent.length > 0 ? null : hasMore && !isOffline ? (
              <Waiting kind="rows" />
            ) : (
              <EmptyView view="recent" />
            )}
          </div>
          <Older />
        </div>
      </div>
    </>
  );
}

function RecentHeader(): ReactElement {
  const control = useCompose();
  return (
    <header className="top wide">
      <div className="wrap wide">
        <div className="title">
          <h1>{t('Recent')}</h1>
        </div>
        <div className="acts">
          <button
            type="button"
            className="btn desk-only"
            onClick={() => control.setMode({ kind: 'new', start: { kind: 'topic' } })}
          >
            <Icon name="plus" />
            {t('New message')}
            <kbd className="desk-only">C</kbd>
          </button>
        </div>
      </div>
    </header>
  );
}

function Filters(props: {
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}): ReactElement {
  const all: readonly (readonly [Filter, string])[] = [
    ['all', t('All')],
    ['unread', t('Unread')],
    ['own', t('I wrote in')],
    ['followed', t('Followed')],
    ['direct', t('Direct messages')],
  ];
  return (
    <div className="chips scrollx" role="group" aria-label={t('Show')}>
      {all.map(([filter, label]) => (
        <button
          key={filter}
          type="button"
          className="chip"
          aria-pressed={filter === props.filter}
          onClick={() => props.onChange(filter)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Older(): ReactElement | null {
  const { chat } = useChatScreen();
  const hasMore = useCell(chat.conversations.hasMore);
  const [isLoading, setLoading] = useState(false);
  const isEmpty = useSelect(chat.conversations.recent, (recent) => recent.length === 0);
  if (!hasMore || isEmpty) return null;
  const load = async (): Promise<void> => {
    setLoading(true);
    await chat.conversations.loadMore();
    setLoading(false);
  };
  return (
    <p className={`help ${groupStyles['more']}`}>
      <button type="button" className="lk" disabled={isLoading} onClick={() => void load()}>
        {isLoading ? t('Loading…') : t('Show older conversations')}
      </button>
    </p>
  );
}

function passes(
  filter: Filter,
  { conversation }: ConversationSummary,
  unread: UnreadIndex,
  policyOf: (channelId: number, topic: string) => string,
): boolean {
  if (filter === 'unread') return unread.byKey.has(narrowKey(conversation));
  if (filter === 'direct') return conversation.kind === 'direct';
  if (filter !== 'followed') return true;
  return conversation.kind === 'topic' && policyOf(conversation.channelId, conversation.topic) === 'followed';
}

/** Senders are known as far as the summary names them. */
function isOwnOr(filter: Filter, { senderIds }: ConversationSummary, selfId: number): boolean {
  return filter !== 'own' || senderIds.includes(selfId);
}
