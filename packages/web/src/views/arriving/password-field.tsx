import { limits } from '@parley/contract/limits.ts';
import { useState, type ReactElement } from 'react';
import { Field } from '../../parts/field.tsx';
import { t } from '../../words/index.ts';

export type PasswordFieldProps = { readonly error?: string | undefined };

/** A new password, and how long it should be. */
export function PasswordField({ error }: PasswordFieldProps): ReactElement {
  const [password, setPassword] = useState('');
  const isLong = Array.from(password).length >= limits.passwordMinLength;
  const wanted = t('{count} characters or more, and not easy to guess.', { count: limits.passwordMinLength });
  return (
    <Field
      label={t('Password')}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={limits.passwordMinLength}
      value={password}
      help={isLong ? t('Long enough. It should not be easy to guess.') : wanted}
      error={error}
      onChange={(event) => setPassword(event.currentTarget.value)}
    />
  );
}
