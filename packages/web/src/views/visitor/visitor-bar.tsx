import type { ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import styles from './visitor-bar.module.css';

export type VisitorBarProps = {
  /** Leads to the log-in, or to the page for people without an account. The address stays. */
  readonly onLogIn: (note?: string, isNew?: boolean) => void;
};

/** Stands in the place of the composer: says that the reader is a visitor, and leads in. */
export function VisitorBar({ onLogIn }: VisitorBarProps): ReactElement {
  return (
    <section className={styles['bar']} aria-label={t('Visitor')}>
      <div className="wrap">
        <Icon name="eye" />
        <p>{t('You are looking around as a visitor.')}</p>
        <div className={styles['ways']}>
          <button type="button" className="btn primary" onClick={() => onLogIn()}>
            {t('Log in')}
          </button>
          <button type="button" className="btn" onClick={() => onLogIn(undefined, true)}>
            {t('Sign up or join')}
          </button>
        </div>
      </div>
    </section>
  );
}
