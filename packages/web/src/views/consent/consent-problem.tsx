import type { ReactElement } from 'react';
import type { ReadRequest } from '../../data/session/consent.ts';
import { t } from '../../words/index.ts';
import { go } from './go.ts';
import styles from './consent.module.css';

/** A request that nobody can allow. */
export function ConsentProblem({ read }: { readonly read: ReadRequest }): ReactElement {
  const { problem, detail, location } = read;
  return (
    <div className={styles['consent']} role="alert">
      <h1>{t('This program cannot be allowed')}</h1>
      <p className={styles['lead']}>{textOf(problem)}</p>
      {detail === null ? null : (
        <p className="help">{t('For those who make the program: {detail}', { detail })}</p>
      )}
      <div className={styles['buttons']}>
        <a className="btn full" href="/">
          {t('Go to your conversations')}
        </a>
        {location === null ? null : (
          <button type="button" className="btn full" onClick={() => go(location)}>
            {t('Back to the program')}
          </button>
        )}
      </div>
    </div>
  );
}

function textOf(problem: ReadRequest['problem']): string {
  switch (problem) {
    case 'host_not_allowed':
      return t(
        'Administrators decide which programs people here may allow, and this one is not among them. Ask one of them.',
      );
    case 'unknown_client':
      return t('Nobody here knows this program. Do not trust the page that sent you.');
    case 'bad_redirect_uri':
      return t(
        'The address to which it wants to take you is not its own. Do not trust the page that sent you.',
      );
    case 'bad_document':
      return t('Its description cannot be read. Try again in a while.');
    case 'bad_request':
    case null:
      return t('It asks in a way that is not safe.');
  }
}
