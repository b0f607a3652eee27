import { useCallback, useEffect, useState, type ReactElement } from 'react';
import { DoorError } from '../../data/session/call.ts';
import {
  doorPathOf,
  goHome,
  readDoor,
  type Door as DoorFacts,
  type DoorOrganization,
} from '../../data/session/door.ts';
import { lazyPart } from '../../parts/lazy-part.ts';
import { t } from '../../words/index.ts';
import { BrokenLink } from './broken-link.tsx';
import { DoorFrame } from './door-frame.tsx';
import { JoinForm } from './join-form.tsx';
import { LogInForm } from './log-in-form.tsx';
import { SampleUsers } from './sample-users.tsx';
import emptyStyles from '../../parts/empty.module.css';

const Begin = lazyPart(() => import('./begin.tsx').then((module) => module.Begin));
const JoinPage = lazyPart(() => import('./join-page.tsx').then((module) => module.JoinPage));
const SignUpPage = lazyPart(() => import('./sign-up-page.tsx').then((module) => module.SignUpPage));
const ForgottenPage = lazyPart(() => import('./forgotten-page.tsx').then((module) => module.ForgottenPage));
const PasswordPage = lazyPart(() => import('./password-page.tsx').then((module) => module.PasswordPage));

export type DoorProps = {
  /** The door, if it was read before. */
  readonly known?: DoorFacts | undefined;
  /** The browser has a session now. */
  readonly onEnter: () => void;
  /** The visitor wants to read without an account. */
  readonly onLook: () => void;
  /** The visitor has no account yet. */
  readonly isNew?: boolean;
  /** Reason for being here again, for example an expired session. */
  readonly note?: string | undefined;
};

/** The page of visitors: log-in, sample users of a demo, joining, forgotten passwords, and the first organization. */
export function Door({ known, onEnter, onLook, note, isNew = false }: DoorProps): ReactElement {
  const [door, setDoor] = useState(known);
  const [failure, setFailure] = useState<string>();
  const load = useCallback((): void => {
    readDoor().then(setDoor, (error: unknown) =>
      setFailure(error instanceof DoorError ? error.message : t('Something went wrong.')),
    );
  }, []);
  useEffect(() => {
    if (known === undefined) load();
  }, [known, load]);
  if (door === undefined)
    return (
      <DoorFrame>
        {failure === undefined ? (
          <p className="sr">{t('Loading')}</p>
        ) : (
          <div className={emptyStyles['empty']} role="alert">
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
  const enter = (): void => {
    goHome();
    onEnter();
  };
  if (door.organization === null) return <Begin version={door.version} onEnter={enter} />;
  return (
    <OrganizationDoor
      door={door}
      organization={door.organization}
      note={note}
      isNew={isNew}
      onEnter={enter}
      onLook={door.has_public_channels ? onLook : undefined}
    />
  );
}

export type OrganizationDoorProps = {
  readonly door: DoorFacts;
  readonly organization: DoorOrganization;
  readonly note?: string | undefined;
  readonly isNew: boolean;
  readonly onEnter: () => void;
  /** Undefined where visitors can read nothing. */
  readonly onLook: (() => void) | undefined;
};

function OrganizationDoor(props: OrganizationDoorProps): ReactElement {
  const { door, organization, note, onEnter, onLook } = props;
  const [wantsPassword, setWantsPassword] = useState(false);
  const [wantsToJoin, setWantsToJoin] = useState(props.isNew);
  useEffect(() => {
    document.title = t('Log in · {name}', { name: organization.name });
  }, [organization]);
  const parts = { door, organization, onEnter };
  const path = doorPathOf(globalThis.location.pathname);
  if (door.problem !== undefined) return <BrokenLink {...parts} problem={door.problem} />;
  switch (path?.kind) {
    case 'join':
      return <JoinPage {...parts} token={path.token} />;
    case 'sign-up':
      return <SignUpPage {...parts} />;
    case 'forgotten':
      return <ForgottenPage {...parts} />;
    case 'password':
      return <PasswordPage {...parts} token={path.token} />;
    case undefined:
  }
  if (door.sample_users.length > 0 && !wantsPassword && !wantsToJoin)
    return <SampleUsers {...parts} onPassword={() => setWantsPassword(true)} onLook={onLook} />;
  if (wantsToJoin)
    return (
      <JoinForm
        organization={organization}
        version={door.version}
        isOpen={door.is_open}
        onBack={() => setWantsToJoin(false)}
      />
    );
  return <LogInForm {...parts} note={note} onJoin={() => setWantsToJoin(true)} onLook={onLook} />;
}
