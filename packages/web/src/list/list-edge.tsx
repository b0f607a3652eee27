import type { ReactElement } from 'react';
import type { WindowView } from '../data/chat.ts';
import { t } from '../words/index.ts';
import styles from './list-edge.module.css';

export type ListEdgeProps = {
  readonly view: WindowView;
  readonly side: 'start' | 'end';
  /** Whether the rows of that side of the window are in the page. */
  readonly isVisible: boolean;
  readonly onRetry: () => Promise<void>;
};

/** State of loading at one side; its height never changes while there is more to load. */
export function ListEdge({ view, side, isVisible, onRetry }: ListEdgeProps): ReactElement | null {
  const hasMore = side === 'start' ? !view.foundOldest : !view.foundNewest;
  if (!isVisible || !hasMore || view.ids.length === 0) return null;
  return (
    <div className={styles['edge']} role="status">
      {view.error === undefined ? (
        <span>{t('Loading…')}</span>
      ) : (
        <>
          <span>{view.error}</span>
          <button type="button" className="lk" onClick={() => void onRetry()}>
            {t('Try again')}
          </button>
        </>
      )}
    </div>
  );
}
