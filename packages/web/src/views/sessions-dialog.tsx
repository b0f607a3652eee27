import { useEffect, useState, type ReactElement } from 'react';
import { now } from '../data/clock.ts';
import { endSession, readSessions, type OwnSession } from '../data/session/session.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { shortDay } from '../words/dates.ts';
import { t } from '../words/index.ts';
import { attempt } from './attempt.ts';

/** Browsers in which the user is logged in, each with a way to end it. */
export function SessionsDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
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
    <Dialog title={t('Sessions')} onClose={onClose}>
      <p className="help">{t('Browsers in which you are logged in. End those that you do not know.')}</p>
      {failure === undefined ? null : <p role="alert">{failure}</p>}
      <ul aria-busy={sessions === undefined && failure === undefined}>
        {sessions?.map((session) => (
          <li key={session.id} className="line">
            <span className="session">
              <Icon name="device" />
              <span>
                {session.client}
                <span className="help">
                  {session.is_current
                    ? t('This browser')
                    : t('Last used {time}', { time: shortDay(session.last_used, now()) })}
                </span>
              </span>
            </span>
            {session.is_current ? null : (
              <button
                type="button"
                className="btn"
                aria-label={t('End the session of {client}', { client: session.client })}
                onClick={() => void end(session.id)}
              >
                {t('End')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
