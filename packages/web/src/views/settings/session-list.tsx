import { useEffect, useState, type ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import { endSession, readSessions, type OwnSession } from '../../data/session/session.ts';
import { Icon } from '../../parts/icon.tsx';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../attempt.ts';

/** Browsers in which the user is logged in, each with a way to end it. */
export function SessionList(): ReactElement {
  const [sessions, setSessions] = useState<readonly OwnSession[]>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    readSessions().then(setSessions, (error: unknown) =>
      setFailure(error instanceof Error ? error.message : t('Something went wrong.')),
    );
  }, []);
  const end = async (id: number): Promise<void> => {
    if (await attempt(endSession(id))) setSessions((all) => all?.filter((one) => one.id !== id));
  };
  return (
    <>
      <p className="help">{t('Browsers in which you are logged in. End those that you do not know.')}</p>
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      <ul aria-busy={sessions === undefined && failure === undefined}>
        {sessions?.map((session) => (
          <SessionLine key={session.id} session={session} onEnd={() => void end(session.id)} />
        ))}
      </ul>
    </>
  );
}

function SessionLine(props: { readonly session: OwnSession; readonly onEnd: () => void }): ReactElement {
  const { client, is_current: isCurrent, last_used: lastUsed } = props.session;
  return (
    <li className="line">
      <span className="session">
        <Icon name="device" />
        <span>
          {client}
          <span className="help">
            {isCurrent ? t('This browser') : t('Last used {time}', { time: shortDay(lastUsed, now()) })}
          </span>
        </span>
      </span>
      {isCurrent ? null : (
        <button
          type="button"
          className="btn"
          aria-label={t('End the session of {client}', { client })}
          onClick={props.onEnd}
        >
          {t('End')}
        </button>
      )}
    </li>
  );
}
