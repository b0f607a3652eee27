import type { ReactElement, ReactNode } from 'react';
import type { MessageWindow, WindowView } from '../data/chat.ts';
import { useSelect } from '../parts/use-cell.ts';
import { Waiting } from '../parts/waiting.tsx';
import { useChat } from '../screen/chat-context.ts';
import { failedTitle } from '../words/failure-text.ts';
import { t } from '../words/index.ts';
import emptyStyles from '../parts/empty.module.css';

type FirstPageProps = {
  readonly window: MessageWindow;
  readonly view: WindowView;
  /** Name of the conversation. */
  readonly label: string;
  /** Shown instead of messages where there can be none, because the server cannot be reached. */
  readonly empty: ReactNode;
};

/** In place of messages, until the first page of them has come: grey rows, or the reason why it did not. */
export function FirstPage({ window, view, label, empty }: FirstPageProps): ReactElement {
  const isOffline = useSelect(useChat().link, ({ status }) => status === 'offline');
  if (isOffline && empty !== undefined) return <>{empty}</>;
  if (view.error !== undefined)
    return (
      <div className={emptyStyles['empty']} data-empty role="alert">
        <h2>{failedTitle(label)}</h2>
        <p>{view.error}</p>
        <div className={emptyStyles['actions']}>
          <button type="button" className="btn" onClick={() => void window.moveTo({ kind: 'first-unread' })}>
            {t('Try again')}
          </button>
        </div>
      </div>
    );
  return <Waiting kind="messages" className="wrap" />;
}
