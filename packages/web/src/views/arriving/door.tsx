import { useEffect, useState, type ReactElement } from 'react';
import { DoorError, readDoorway, type Doorway } from '../../data/session/session.ts';
import { t } from '../../words/index.ts';
import { DoorFrame } from './door-frame.tsx';
import { JoinForm } from './join-form.tsx';
import { LogInForm } from './log-in-form.tsx';
import { SampleUsers } from './sample-users.tsx';

export type DoorProps = {
  /** The browser has a session now. */
  readonly onEnter: () => void;
  /** Reason for being here again, for example an expired session. */
  readonly note?: string | undefined;
};

/** The log-in page; of a demo the list of its sample users. */
export function Door({ onEnter, note }: DoorProps): ReactElement {
  const [doorway, setDoorway] = useState<Doorway>();
  const [failure, setFailure] = useState<string>();
  const [wantsPassword, setWantsPassword] = useState(false);
  const [wantsToJoin, setWantsToJoin] = useState(false);
  const load = (): void => {
    readDoorway().then(setDoorway, (error: unknown) =>
      setFailure(error instanceof DoorError ? error.message : t('Something went wrong.')),
    );
  };
  useEffect(load, []);
  useEffect(() => {
    if (doorway !== undefined) document.title = t('Log in · {name}', { name: doorway.name });
  }, [doorway]);

  if (doorway === undefined)
    return (
      <DoorFrame>
        {failure === undefined ? (
          <p className="sr">{t('Loading')}</p>
        ) : (
          <div className="empty" role="alert">
            <h1>{t('No connection')}</h1>
            <p>{failure}</p>
            <button
              type="button"
              className="btn"
              onClick={() => {
                setFailure(undefined);
                load();
              }}
            >
              {t('Try again')}
            </button>
          </div>
        )}
      </DoorFrame>
    );
  if (doorway.sampleUsers.length > 0 && !wantsPassword)
    return <SampleUsers doorway={doorway} onEnter={onEnter} onPassword={() => setWantsPassword(true)} />;
  if (wantsToJoin) return <JoinForm doorway={doorway} onBack={() => setWantsToJoin(false)} />;
  return <LogInForm doorway={doorway} note={note} onEnter={onEnter} onJoin={() => setWantsToJoin(true)} />;
}
