import { useState, type ReactElement } from 'react';
import type { Door, DoorOrganization } from '../../data/session/door.ts';
import { choosePassword, logIn } from '../../data/session/enter.ts';
import { Field } from '../../parts/field.tsx';
import { t } from '../../words/index.ts';
import { Brand, DoorFrame } from './door-frame.tsx';
import { PasswordField } from './password-field.tsx';
import { textOf, useEntry } from './use-entry.ts';

export type PasswordPageProps = {
  readonly door: Door;
  readonly organization: DoorOrganization;
  readonly token: string;
  readonly onEnter: () => void;
};

/** The page of a link for a new password, which logs in too. */
export function PasswordPage({ door, organization, token, onEnter }: PasswordPageProps): ReactElement {
  const email = door.reset_email ?? '';
  const [isChosen, setChosen] = useState(false);
  const [error, submit, isPending] = useEntry(async (form) => {
    const password = textOf(form, 'password');
    // The link works once; a log-in that fails is tried again without it.
    if (!isChosen) await choosePassword({ token, password });
    setChosen(true);
    await logIn({ username: email, password });
    onEnter();
  });
  return (
    <DoorFrame version={door.version}>
      <Brand organization={organization} title={t('Choose a new password')} lead={organization.name} />
      <form action={submit}>
        <Field label={t('E-mail')} type="email" autoComplete="username" readOnly value={email} />
        <PasswordField error={error} />
        <button type="submit" className="btn primary full" disabled={isPending}>
          {t('Change it and log in')}
        </button>
        <p className="sr" role="alert">
          {error}
        </p>
      </form>
      <p className="help">{t('You are logged out everywhere else.')}</p>
    </DoorFrame>
  );
}
