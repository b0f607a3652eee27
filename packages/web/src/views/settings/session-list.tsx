import type { ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import type { OwnSession } from '../../data/session/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { useOwnSessions } from './use-own-sessions.ts';
import styles from './session-list.module.css';
import dialog from '../../parts/dialog-surface.module.css';
import { Waiting } from '../../parts/waiting.tsx';

/** Browsers and programs in which the user is logged in, with ways to end one or all others. */
export function SessionList(): ReactElement {
  const { sessions, failure, end, endOthers } = useOwnSessions();
  return (
    <>
      <p className="help">
        {t('Browsers and apps in which you are logged in. Log out those that you do not know.')}
      </p>
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      <ul aria-busy={sessions === undefined && failure === undefined}>
        {sessions?.map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => void end(session.id)} />
        ))}
      </ul>
      {sessions === undefined && failure === undefined ? <Waiting kind="lines" /> : null}
      {sessions?.some((session) => !session.is_current) === true ? (
        <div className={dialog['actions']}>
          <button type="button" className="btn" onClick={() => void endOthers()}>
            {t('Log out everywhere else')}
          </button>
        </div>
      ) : null}
    </>
  );
}

function SessionLine(props: { readonly session: OwnSession; readonly onEnd: () => void }): ReactElement {
  const { client, is_current: isCurrent } = props.session;
  return (
    <li className="line">
      <span className={styles['session']}>
        <Icon name={props.session.kind === 'session' ? 'device' : 'code'} />
        <span>
          {client}
          <span className="help">{factsOf(props.session).join(' · ')}</span>
        </span>
      </span>
      {isCurrent ? null : (
        <button
          type="button"
          className="btn"
          aria-label={t('Log {client} out', { client })}
          onClick={props.onEnd}
        >
          {t('Log out')}
        </button>
      )}
    </li>
  );
}

/** Facts by which a user recognizes a session. */
function factsOf({ is_current: isCurrent, last_used: lastUsed, created, address }: OwnSession): string[] {
  const use =
    lastUsed === null ? t('Not used yet') : t('Last used {time}', { time: shortDay(lastUsed, now()) });
  return [
    isCurrent ? t('This browser') : use,
    t('Logged in {time}', { time: shortDay(created, now()) }),
    ...(address === null ? [] : [address]),
  ];
}
