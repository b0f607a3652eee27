import type { Message } from '@parley/client';
import { useEffect, useState, type ReactElement } from 'react';
import type { MessageWindow, WindowView } from '../../data/chat.ts';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { useContentSettings } from '../../content/use-content-settings.ts';
import { Choices } from '../../parts/choices.tsx';
import { useCell, useSelect } from '../../parts/use-cell.ts';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { plural, t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { ChannelChips, channelOfMessage } from './channel-chips.tsx';
import { Hit } from './hit.tsx';
import { byRank } from './rank.ts';
import { StoredResults } from './stored-results.tsx';
import toolbar from '../../parts/toolbar.module.css';

const ORDERS = ['newest', 'best'] as const;
export type Order = (typeof ORDERS)[number];

/** The best match is looked for among this many of the newest hits. */
const MAX_RANKED = 400;

type ResultsProps = {
  readonly narrow: Extract<Narrow, { kind: 'search' }>;
  /** The searched words. */
  readonly text: string;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
};

/** The messages found, with their number and channels. */
export function Results({ narrow, text, order, onOrder }: ResultsProps): ReactElement {
  const { chat } = useChatScreen();
  const settings = useContentSettings();
  const [found] = useState(() => chat.openWindow(narrow, { kind: 'newest' }));
  const view = useCell(found.view);
  const [channelId, setChannelId] = useState<number>();
  const isRanked = order === 'best' && text !== '';
  useMoreToRank(found, view, isRanked);
  const messages = view.ids.flatMap((id) => chat.messages.get(id) ?? []);
  const shown = ordered(messages, isRanked ? text : undefined).filter(
    (message) => channelId === undefined || channelOfMessage(message) === channelId,
  );
  const isDone = view.loading === 'none';
  const isOffline = useSelect(chat.link, ({ status }) => status === 'offline');
  if (isOffline && messages.length === 0) return <StoredResults narrow={narrow} />;
  if (messages.length === 0 && view.error !== undefined)
    return (
      <EmptyView view="search" reason={view.error} onRetry={() => void found.moveTo({ kind: 'newest' })} />
    );
  if (messages.length === 0 && isDone) return <EmptyView view="search" />;
  return (
    <>
      <div className={toolbar['toolbar']}>
        <output className="num">
          <b>{countWords(messages.length, view.foundOldest, isRanked)}</b>
        </output>
        <ChannelChips messages={messages} chosen={channelId} onChoose={setChannelId} />
        {text === '' ? null : (
          <Choices
            aria-label={t('Order')}
            className={`${toolbar['end']} desk-only`}
            options={ORDERS}
            chosen={order}
            nameOf={orderName}
            onChoose={onOrder}
          />
        )}
      </div>
      <div aria-busy={!isDone}>
        {shown.map((message) => (
          <Hit key={message.id} message={message} settings={settings} hitIds={view.ids} />
        ))}
      </div>
      {view.foundOldest ? null : (
        <button type="button" className="btn" disabled={!isDone} onClick={() => void found.loadOlder()}>
          {t('Show older messages')}
        </button>
      )}
    </>
  );
}

/** Newest first, or the best match of a text first. */
function ordered(messages: readonly Message[], text: string | undefined): Message[] {
  return text === undefined ? messages.toReversed() : byRank(messages, text);
}

/** Loads more messages while the best ones are asked for. */
function useMoreToRank(found: MessageWindow, view: WindowView, isRanked: boolean): void {
  const { ids, loading, foundOldest, error } = view;
  const needsMore = isRanked && !foundOldest && ids.length > 0 && ids.length < MAX_RANKED;
  const canLoad = needsMore && loading === 'none' && error === undefined;
  useEffect(() => {
    if (canLoad) void found.loadOlder();
  }, [canLoad, found]);
}

function countWords(count: number, isAll: boolean, isRanked: boolean): string {
  if (isAll) return plural(count, { one: '# message', other: '# messages' });
  return isRanked
    ? t('The best of the newest {count} messages', { count })
    : t('More than {count} messages', { count });
}

function orderName(order: Order): string {
  return order === 'newest' ? t('Newest') : t('Best match');
}
