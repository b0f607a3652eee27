import { useActionState, useRef, useState, type ReactElement } from 'react';
import { setSharedDevice } from '../../data/session/device.ts';
import type { Door, DoorOrganization } from '../../data/session/door.ts';
import { hasPasskeys } from '../../data/session/has-passkeys.ts';
import { logIn, type WaitingLogIn } from '../../data/session/enter.ts';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { lazyPart } from '../../parts/lazy-part.ts';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { refusalOf } from './refusal.ts';
import { textOf } from './use-entry.ts';
import { keepWantedPlace } from './wanted-place.ts';
import arriving from './door.module.css';

export type LogInFormProps = {
  readonly door: Door;
  readonly organization: DoorOrganization;
  readonly note: string | undefined;
  readonly onEnter: () => void;
  /** Opens the page that asks for an invitation. */
  readonly onJoin: () => void;
  /** Undefined where visitors can read nothing. */
  readonly onLook: (() => void) | undefined;
};

type Attempt = {
  readonly username: string;
  readonly isShared: boolean;
  readonly error: string | undefined;
  /** The password was right, and the log-in goes on with a second step. */
  readonly waiting?: WaitingLogIn | undefined;
};

const SecondStepForm = lazyPart(() =>
  import('./second-step-form.tsx').then((module) => module.SecondStepForm),
);

const SetUpStepForm = lazyPart(() => import('./set-up-step-form.tsx').then((module) => module.SetUpStepForm));

export function LogInForm(props: LogInFormProps): ReactElement {
  const { door, organization, note, onEnter, onJoin } = props;
  /** The log-in whose second step was given up. */
  const [left, setLeft] = useState<WaitingLogIn>();
  const shared = useRef<HTMLInputElement>(null);
  const enter = (isShared: boolean): void => {
    setSharedDevice(isShared);
    onEnter();
  };
  const [attempt, submit, isPending] = useActionState<Attempt, FormData>(
    async (_, form) => {
      const username = textOf(form, 'username');
      const isShared = form.get('shared') !== null;
      let waiting: WaitingLogIn | undefined;
      try {
        waiting = await logIn({ username, password: textOf(form, 'password') });
      } catch (error) {
        return { username, isShared, error: refusalOf(error) };
      }
      if (waiting === undefined) enter(isShared);
      return { username, isShared, error: undefined, waiting };
    },
    { username: '', isShared: false, error: undefined },
  );
  const { waiting, isShared } = attempt;
  if (waiting !== undefined && waiting !== left) {
    const Form = waiting.mustSetUp ? SetUpStepForm : SecondStepForm;
    return (
      <Form
        version={door.version}
        organization={organization}
        state={waiting.state}
        kinds={waiting.kinds}
        onEnter={() => enter(isShared)}
        onBack={() => setLeft(waiting)}
      />
    );
  }
  return (
    <DoorFrame version={door.version}>
      <Brand
        organization={organization}
        title={organization.name}
        lead={t('Log in to {host}', { host: new URL(organization.url).host })}
      />
      {note === undefined ? null : <p className="note">{note}</p>}
      <SignOn methods={door.sign_on} hasForm={door.takes_passwords} />
      {door.takes_passwords ? (
        <form action={submit}>
          <Field
            label={t('E-mail')}
            name="username"
            type="email"
            autoComplete="username"
            required
            defaultValue={attempt.username}
          />
          <Field
            label={t('Password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={attempt.error}
          />
          <label className={`check ${arriving['shared']}`}>
            <input ref={shared} type="checkbox" name="shared" defaultChecked={attempt.isShared} />
            <span>
              {t('This is a shared computer')}
              <br />
              <span className="quiet">{t('Keeps nothing on it after you log out')}</span>
            </span>
          </label>
          <button
            type="submit"
            className={door.sign_on.length === 0 ? 'btn primary full' : 'btn full'}
            disabled={isPending}
          >
            {isPending ? t('Logging in…') : t('Log in')}
          </button>
          <p className="sr" role="alert">
            {attempt.error}
          </p>
        </form>
      ) : null}
      {door.takes_passwords && hasPasskeys() ? (
        <PasskeyButton onEnter={() => enter(shared.current?.checked === true)} />
      ) : null}
      <div className={arriving['under']}>
        {door.takes_passwords ? (
          <a href="/reset-password" className="touch-area">
            {t('Forgotten password?')}
          </a>
        ) : null}
        <button type="button" className="lk" onClick={onJoin}>
          {t('Join with an invitation')}
        </button>
        {door.is_open ? (
          <a href="/register" className="touch-area">
            {t('Create an account')}
          </a>
        ) : null}
        <LookAround onLook={props.onLook} />
      </div>
    </DoorFrame>
  );
}

/** For visitors of an organization with web-public channels. */
export function LookAround({ onLook }: Pick<LogInFormProps, 'onLook'>): ReactElement | null {
  if (onLook === undefined) return null;
  return (
    <button type="button" className="lk" onClick={onLook}>
      {t('Look around without an account')}
    </button>
  );
}

function SignOn(props: {
  readonly methods: Door['sign_on'];
  readonly hasForm: boolean;
}): ReactElement | null {
  if (props.methods.length === 0) return null;
  return (
    <>
      {props.methods.map((method, index) => (
        <a
          key={method.name}
          className={index === 0 ? 'btn primary full' : 'btn full'}
          href={`${method.url}?${new URLSearchParams({ next: '/' })}`}
          onClick={keepWantedPlace}
        >
          <Icon name="key" />
          {t('Single sign-on with {name}', { name: method.label })}
        </a>
      ))}
      {props.hasForm ? <div className={arriving['or']}>{t('or with a password')}</div> : null}
    </>
  );
}
