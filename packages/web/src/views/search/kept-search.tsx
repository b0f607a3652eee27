import { useState, type ReactElement } from 'react';
import { forgetSearch, keepSearch } from '../../data/actions/kept-search-actions.ts';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { showToast } from '../../parts/toast-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { KeptSearchDialog } from './kept-search-dialog.tsx';
import styles from './search-view.module.css';

export type KeptSearchProps = {
  readonly narrow: Extract<Narrow, { kind: 'search' }>;
  /** The searched words, which begin its name. */
  readonly text: string;
};

/** Keeps the search below a name, in the menu of further views. */
export function KeptSearch({ narrow, text }: KeptSearchProps): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const [isNaming, setNaming] = useState(false);
  const fragment = addressOf({ view: 'messages', narrow }).replace(/^#/, '');
  const name = useSelect(
    chat.state,
    (state) => state.navigation_views?.find((view) => view.fragment === fragment)?.name ?? undefined,
  );
  const forget = async (before: string): Promise<void> => {
    if (!(await attempt(forgetSearch(chat, fragment)))) return;
    showToast({
      text: t('The search is not kept any more'),
      action: { label: t('Undo'), run: () => void attempt(keepSearch(chat, fragment, before)) },
    });
  };
  return (
    <p className={styles['kept']}>
      {name === undefined ? (
        <button type="button" className="lk" onClick={() => setNaming(true)}>
          {t('Keep this search')}
        </button>
      ) : (
        <>
          <bdi>{t('Kept as {name}', { name })}</bdi>
          <button type="button" className="lk" onClick={() => setNaming(true)}>
            {t('Rename')}
          </button>
          <button type="button" className="lk" onClick={() => void forget(name)}>
            {t('Keep it no longer')}
          </button>
        </>
      )}
      {isNaming ? (
        <KeptSearchDialog fragment={fragment} name={name} firstName={text} onClose={() => setNaming(false)} />
      ) : null}
    </p>
  );
}
