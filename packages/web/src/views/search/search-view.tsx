import { useMemo, useState, type ReactElement } from 'react';
import { useDispatcher } from '../../keys/use-command.ts';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { BackButton } from '../back-button.tsx';
import type { SearchTerm } from './fixed-terms.ts';
import { KeptSearch } from './kept-search.tsx';
import { Results, type Order } from './results.tsx';
import { SearchField } from './search-field.tsx';
import { joinTerms, splitTerms } from './search-terms.ts';
import styles from './search-view.module.css';
import emptyStyles from '../../parts/empty.module.css';

type SearchNarrow = Extract<Narrow, { kind: 'search' }>;

/** A search: its field, counts by channel, and the messages found. */
export function SearchView({ narrow }: { readonly narrow: SearchNarrow }): ReactElement {
  const { go } = useChatScreen();
  const { chips, text } = useMemo(() => splitTerms(narrow.terms), [narrow]);
  const [order, setOrder] = useState<Order>('newest');
  const search = (nextChips: readonly SearchTerm[], nextText: string): void => {
    go({ view: 'messages', narrow: { kind: 'search', terms: joinTerms(nextChips, nextText) } });
  };
  return (
    <>
      <header className={`top wide has-back ${styles['top']}`}>
        <div className="wrap wide">
          <BackButton />
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
            <>
              <KeptSearch narrow={narrow} text={text} />
              <Results
                key={JSON.stringify(narrow.terms)}
                narrow={narrow}
                text={text}
                order={order}
                onOrder={setOrder}
              />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function SearchHelp(): ReactElement {
  const dispatcher = useDispatcher();
  return (
    <div className={emptyStyles['empty']}>
      <h2>{t('Find any message')}</h2>
      <p>
        {t(
          'Type words, or narrow the search with from: channel: topic: has: is: before: after: date: and a minus to exclude.',
        )}
      </p>
      <button type="button" className="btn phone-only" onClick={() => dispatcher.run('palette')}>
        {t('Go to a conversation or person')}
      </button>
    </div>
  );
}
