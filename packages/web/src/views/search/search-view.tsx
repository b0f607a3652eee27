import { useMemo, useState, type ReactElement } from 'react';
import type { Message } from '@parley/client';
import { useContentSettings } from '../../message/use-content-settings.ts';
import { useCell } from '../../parts/use-cell.ts';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { plural, t } from '../../words/index.ts';
import { useChatScreen } from '../chat-context.ts';
import type { SearchTerm } from './fixed-terms.ts';
import { Hit } from './hit.tsx';
import { SearchField } from './search-field.tsx';
import { joinTerms, splitTerms } from './search-terms.ts';

type SearchNarrow = Extract<Narrow, { kind: 'search' }>;

/** A search: its field, counts by channel, and the messages found, newest first. */
export function SearchView({ narrow }: { readonly narrow: SearchNarrow }): ReactElement {
  const { go } = useChatScreen();
  const { chips, text } = useMemo(() => splitTerms(narrow.terms), [narrow]);
  const search = (nextChips: readonly SearchTerm[], nextText: string): void => {
    go({ view: 'messages', narrow: { kind: 'search', terms: joinTerms(nextChips, nextText) } });
  };
  return (
    <>
      <header className="top wide">
        <div className="wrap wide">
          <SearchField
            chips={chips}
            text={text}
            onSearch={search}
            onLeave={() => globalThis.history.back()}
          />
        </div>
      </header>
      <div className="body">
        <div className="wrap wide">
          <h1 className="sr">{t('Search')}</h1>
          {narrow.terms.length === 0 ? (
            <SearchHelp />
          ) : (
            <Results key={JSON.stringify(narrow.terms)} narrow={narrow} />
          )}
        </div>
      </div>
    </>
  );
}

function SearchHelp(): ReactElement {
  return (
    <div className="empty">
      <h2>{t('Find any message')}</h2>
      <p>
        {t('Type words, or narrow the search with from: channel: topic: has: is: and a minus to exclude.')}
      </p>
    </div>
  );
}

function Results({ narrow }: { readonly narrow: SearchNarrow }): ReactElement {
  const { chat } = useChatScreen();
  const settings = useContentSettings();
  const [found] = useState(() => chat.openWindow(narrow, { kind: 'newest' }));
  const view = useCell(found.view);
  const [channelId, setChannelId] = useState<number>();
  const messages = view.ids.flatMap((id) => chat.messages.get(id) ?? []).toReversed();
  const shown = messages.filter(
    (message) => channelId === undefined || channelOfMessage(message) === channelId,
  );
  const isDone = view.loading === 'none';
  if (view.error !== undefined && messages.length === 0)
    return (
      <p className="none" role="alert">
        {view.error}
      </p>
    );
  if (isDone && messages.length === 0) return <Nothing />;
  return (
    <>
      <div className="toolbar">
        <output className="num">
          <b>
            {view.foundOldest
              ? plural(messages.length, { one: '# message', other: '# messages' })
              : t('More than {count} messages', { count: messages.length })}
          </b>
        </output>
        <ChannelChips messages={messages} chosen={channelId} onChoose={setChannelId} />
      </div>
      <div aria-busy={!isDone}>
        {shown.map((message) => (
          <Hit key={message.id} message={message} settings={settings} />
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

function Nothing(): ReactElement {
  return (
    <div className="empty">
      <h2>{t('Nothing found')}</h2>
      <p>{t('Try fewer or other words, or remove a chip.')}</p>
    </div>
  );
}

function channelOfMessage(message: Message): number {
  return message.kind === 'channel' ? message.stream_id : DIRECT;
}

/** Stands for direct messages among ids of channels. */
const DIRECT = 0;

function ChannelChips(props: {
  readonly messages: readonly Message[];
  readonly chosen: number | undefined;
  readonly onChoose: (channelId: number | undefined) => void;
}): ReactElement | null {
  const { messages, chosen, onChoose } = props;
  const counts = new Map<number, { readonly name: string; readonly count: number }>();
  for (const message of messages) {
    const id = channelOfMessage(message);
    const name = message.kind === 'channel' ? message.channel.name : t('Direct messages');
    counts.set(id, { name, count: (counts.get(id)?.count ?? 0) + 1 });
  }
  if (counts.size < 2) return null;
  const sorted = [...counts].toSorted(([, a], [, b]) => b.count - a.count);
  return (
    <div className="chips scrollx grow" role="group" aria-label={t('By channel')}>
      <button
        type="button"
        className="chip"
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(undefined)}
      >
        {t('All')}
      </button>
      {sorted.map(([id, { name, count }]) => (
        <button
          key={id}
          type="button"
          className="chip"
          aria-pressed={chosen === id}
          onClick={() => onChoose(id)}
        >
          {name} <span className="quiet num">{count}</span>
        </button>
      ))}
    </div>
  );
}
