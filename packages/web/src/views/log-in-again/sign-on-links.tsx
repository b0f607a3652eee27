import type { ReactElement } from 'react';
import type { Door } from '../../data/session/door.ts';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import styles from './log-in-again-dialog.module.css';

export type SignOnLinksProps = {
  readonly methods: Door['sign_on'];
  /** Whether a field for the password stands above. */
  readonly hasField: boolean;
  readonly onOpen: () => void;
};

/** Providers that log the user in, each in a tab of its own, so that this page stays. */
export function SignOnLinks({ methods, hasField, onOpen }: SignOnLinksProps): ReactElement | null {
  if (methods.length === 0) return null;
  return (
    <div className={styles['methods']}>
      <p className="help">
        {hasField
          ? t('Or with single sign-on, in a new tab. Come back here then and continue.')
          : t('Log in in the new tab, then come back here and continue.')}
      </p>
      {methods.map((method) => (
        <a
          key={method.name}
          className="btn full"
          href={`${method.url}?${new URLSearchParams({ next: '/' })}`}
          target="_blank"
          rel="noreferrer"
          onClick={onOpen}
        >
          <Icon name="key" />
          {t('Single sign-on with {name}', { name: method.label })}
        </a>
      ))}
    </div>
  );
}
