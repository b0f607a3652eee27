import { useState, type ReactElement } from 'react';
import { Field } from '../../parts/field.tsx';
import { t } from '../../words/index.ts';
import { MailSent } from './mail-sent.tsx';
import { textOf, useEntry } from './use-entry.ts';

export type MailFormProps = {
  readonly help?: string;
  readonly onSend: (email: string) => Promise<void>;
};

/** Asks for the address to which a link is sent. */
export function MailForm({ help, onSend }: MailFormProps): ReactElement {
  const [isSent, setSent] = useState(false);
  const [error, submit, isPending] = useEntry(async (form) => {
    await onSend(textOf(form, 'email'));
    setSent(true);
  });
  if (isSent) return <MailSent />;
  return (
    <form action={submit}>
      <Field
        label={t('E-mail')}
        name="email"
        type="email"
        autoComplete="username"
        required
        help={help}
        error={error}
      />
      <button type="submit" className="btn primary full" disabled={isPending}>
        {isPending ? t('Sending…') : t('Send the link')}
      </button>
      <p className="sr" role="alert">
        {error}
      </p>
    </form>
  );
}
