import { useActionState, type ReactElement } from 'react';
import { setSharedDevice } from '../../data/session/device.ts';
import { logIn, type Doorway, type SignOnMethod } from '../../data/session/session.ts';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { refusalOf } from './refusal.ts';
import { keepWantedPlace } from './wanted-place.ts';

export type LogInFormProps = {
  readonly doorway: Doorway;
  readonly note: string | undefined;
  readonly onEnter: () => void;
  /** Opens the page that asks for an invitation. */
  readonly onJoin: () => void;
};

type Attempt = {
  readonly username: string;
  readonly isShared: boolean;
  readonly error: string | undefined;
};

export function LogInForm({ doorway, note, onEnter, onJoin }: LogInFormProps): ReactElement {
  const [attempt, submit, isPending] = useActionState<Attempt, FormData>(
    async (_, form) => {
      const username = textOf(form, 'username');
      const isShared = form.get('shared') !== null;
      try {
        await logIn({ username, password: textOf(form, 'password') });
      } catch (error) {
        return { username, isShared, error: refusalOf(error) };
      }
      setSharedDevice(isShared);
      onEnter();
      return { username, isShared, error: undefined };
    },
    { username: '', isShared: false, error: undefined },
  );
  return (
    <DoorFrame version={doorway.version}>
      <Brand doorway={doorway} title={doorway.name} lead={t('Log in to {host}', { host: doorway.host })} />
      {note === undefined ? null : <p className="note">{note}</p>}
      {doorway.isPasswordEnabled ? (
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
          <label className="check shared">
            <input type="checkbox" name="shared" defaultChecked={attempt.isShared} />
            <span>
              {t('This is a shared computer')}
              <br />
              <span className="quiet">{t('Keeps nothing on it after you log out')}</span>
            </span>
          </label>
          <button type="submit" className="btn primary full" disabled={isPending}>
            {isPending ? t('Logging in…') : t('Log in')}
          </button>
          <p className="sr" role="alert">
            {attempt.error}
          </p>
        </form>
      ) : null}
      <SignOn methods={doorway.methods} hasForm={doorway.isPasswordEnabled} />
      <div className="under">
        {doorway.isPasswordEnabled ? <a href="/reset-password">{t('Forgotten password?')}</a> : null}
        <button type="button" className="lk" onClick={onJoin}>
          {t('Join with an invitation')}
        </button>
      </div>
    </DoorFrame>
  );
}

function SignOn(props: {
  readonly methods: readonly SignOnMethod[];
  readonly hasForm: boolean;
}): ReactElement | null {
  if (props.methods.length === 0) return null;
  return (
    <>
      {props.hasForm ? <div className="or">{t('or')}</div> : null}
      {props.methods.map((method) => (
        <a
          key={method.name}
          className="btn full"
          href={`${method.url}?${new URLSearchParams({ next: '/' })}`}
          onClick={keepWantedPlace}
        >
          <Icon name="key" />
          {t('Single sign-on with {name}', { name: method.label })}
        </a>
      ))}
    </>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
