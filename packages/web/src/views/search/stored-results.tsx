import type { ReactElement } from 'react';
import { useContentSettings } from '../../content/use-content-settings.ts';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { searchStored } from '../../data/narrow/search-stored.ts';
import { useWatched } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { plural, t } from '../../words/index.ts';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { Hit } from './hit.tsx';
import toolbar from '../../parts/toolbar.module.css';

/** Messages of this device that match a search, while the server cannot be asked. */
export function StoredResults({
  narrow,
}: {
  readonly narrow: Extract<Narrow, { kind: 'search' }>;
}): ReactElement {
  const chat = useChat();
  const settings = useContentSettings();
  const state = useWatched(chat.state);
  const messages = searchStored(chat.stored().messages, narrow.terms, state);
  if (messages.length === 0) return <EmptyView view="search" />;
  const ids = messages.map(({ id }) => id);
  return (
    <>
      <div className={toolbar['toolbar']}>
        <output className="num">
          <b>{plural(ids.length, { one: '# message', other: '# messages' })}</b> {t('on this device')}
        </output>
      </div>
      {messages.toReversed().map((message) => (
        <Hit key={message.id} message={message} settings={settings} hitIds={ids} />
      ))}
    </>
  );
}
