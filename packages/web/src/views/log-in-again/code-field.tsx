import type { ReactElement } from 'react';
import { Field } from '../../parts/field.tsx';
import { t } from '../../words/index.ts';

export type CodeFieldProps = {
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
};

/** A code of the authenticator app, or a recovery code. */
export function CodeField({ value, error, onChange }: CodeFieldProps): ReactElement {
  return (
    <Field
      label={t('Code')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      // The operation that the user began waits for it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={value}
      help={t('The six digits that your authenticator app shows now. Without the app, a recovery code.')}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
