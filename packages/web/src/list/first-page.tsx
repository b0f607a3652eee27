import type { ReactElement } from 'react';
import type { MessageWindow, WindowView } from '../data/chat.ts';
import { t } from '../words/index.ts';

type FirstPageProps = { readonly window: MessageWindow; readonly view: WindowView };

const ROWS: readonly string[] = ['a', 'b', 'c', 'd', 'e'];

/** In place of messages, until the first page of them has come: grey rows, or the reason why it did not. */
export function FirstPage({ window, view }: FirstPageProps): ReactElement {
  if (view.error !== undefined)
    return (
      <div className="edge" role="alert">
        <span>{view.error}</span>
        <button type="button" className="lk" onClick={() => void window.moveTo({ kind: 'first-unread' })}>
          {t('Try again')}
        </button>
      </div>
    );
  return (
    <div className="wrap waiting" aria-hidden="true">
      {ROWS.map((row) => (
        <div key={row} />
      ))}
    </div>
  );
}
