import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { useCell } from '../../parts/use-cell.ts';
import { plural, t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { EmptyView } from '../empty/load-empty-view.tsx';
import { countFates, type Deck } from './deck.ts';
import styles from './caught-up.module.css';
import emptyStyles from '../../parts/empty.module.css';

/** The end of a catch-up: what was decided, and the way on. */
export function CaughtUp({
  deck,
  onBack,
}: {
  readonly deck: Deck;
  readonly onBack: () => void;
}): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const undoable = useCell(chat.actions.undoable);
  const fates = countFates(deck);
  if (deck.cards.length === 0) return <EmptyView view="catch-up" />;
  const facts = [
    fates.done === 0 ? '' : plural(fates.done, { one: '# done', other: '# done' }),
    fates.later === 0 ? '' : plural(fates.later, { one: '# for later', other: '# for later' }),
    fates.muted === 0 ? '' : plural(fates.muted, { one: '# muted', other: '# muted' }),
    fates.skipped === 0 ? '' : plural(fates.skipped, { one: '# skipped', other: '# skipped' }),
  ].filter((fact) => fact !== '');
  return (
    <div className={emptyStyles['empty']} role="status">
      <span className={styles['mark']} aria-hidden="true">
        <Icon name="check" />
      </span>
      <h2>{t('You are caught up')}</h2>
      <p>{facts.join(' · ')}</p>
      <div className={emptyStyles['actions']}>
        <a className="btn primary" href={addressOf({ view: 'inbox' })}>
          {t('Go to the inbox')}
        </a>
        {undoable === undefined ? null : (
          <button type="button" className="btn" onClick={() => void undoable.undo()}>
            {t('Undo: {text}', { text: undoable.text })}
          </button>
        )}
        <button type="button" className="btn" onClick={onBack}>
          <Icon name="left" />
          {t('Back')}
        </button>
      </div>
    </div>
  );
}
