import type { ReactElement, ReactNode } from 'react';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icons.ts';
import { KEPT_SENTENCE } from '../words/failure-text.ts';
import { t } from '../words/index.ts';
import styles from './trouble.module.css';

export type TroubleProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Buttons and links. */
  readonly children?: ReactNode;
};

/** A view that cannot be shown, with the reason in its place. */
export function Trouble({ icon, title, text, children }: TroubleProps): ReactElement {
  return (
    <div className={styles['trouble']} role="alert">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      <div className={styles['actions']}>{children}</div>
    </div>
  );
}

type FailedViewProps = {
  readonly onRetry: () => void;
  readonly title: string;
  readonly text?: string;
};

/** In place of a view that threw an exception, or that could not be loaded. */
export function FailedView({ onRetry, title, text }: FailedViewProps): ReactElement {
  return (
    <Trouble icon="alert" title={title} text={text ?? t(KEPT_SENTENCE)}>
      <RetryButton onRetry={onRetry} />
      <InboxLink />
    </Trouble>
  );
}

/** In place of a part of the frame, such as the sidebar. */
export function FailedPart({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  return (
    <div className={`${styles['trouble']} ${styles['part']}`} role="alert">
      <p>{t('This part of the page failed.')}</p>
      <RetryButton onRetry={onRetry} />
    </div>
  );
}

function RetryButton({ onRetry }: { readonly onRetry: () => void }): ReactElement {
  return (
    <button type="button" className="btn primary" onClick={onRetry}>
      <Icon name="retry" />
      {t('Try again')}
    </button>
  );
}

export function InboxLink(): ReactElement {
  return (
    <a className="btn" href="#inbox">
      {t('Go to the inbox')}
    </a>
  );
}
