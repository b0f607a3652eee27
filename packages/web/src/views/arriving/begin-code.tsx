import type { ReactElement } from 'react';
import { checkSetupCode } from '../../data/session/enter.ts';
import { Field } from '../../parts/field.tsx';
import { t } from '../../words/index.ts';
import { BeginBrand } from './begin-brand.tsx';
import { DoorFrame } from './door-frame.tsx';
import { textOf, useEntry } from './use-entry.ts';
import styles from './begin.module.css';
import arriving from './door.module.css';

export type BeginCodeProps = {
  readonly version: string;
  readonly onCode: (code: string) => void;
};

/** Asks for the code that the server printed, which proves that the visitor runs it. */
export function BeginCode({ version, onCode }: BeginCodeProps): ReactElement {
  const [error, submit, isPending] = useEntry(async (form) => {
    const code = textOf(form, 'code');
    await checkSetupCode(code);
    onCode(code);
  });
  return (
    <DoorFrame version={version}>
      <BeginBrand title={t('Parley is running')} lead={t('There is no organization on this server yet')} />
      <p className={arriving['text']}>
        {t('The terminal or log of the server shows a code. It proves that this server is yours.')}
      </p>
      <pre className={styles['terminal']} aria-hidden="true">
        {t('Open {url}', { url: globalThis.location.origin })}
        {'\n'}
        {t('and enter this code:')} <b>K7PM-2QXD</b>
      </pre>
      <form action={submit}>
        <div className={styles['code']}>
          <Field
            label={t('Code of the server')}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            help={t('Valid for half an hour, and once. “parley setup” prints it again.')}
            error={error}
          />
        </div>
        <button type="submit" className="btn primary full" disabled={isPending}>
          {isPending ? t('Checking…') : t('Go on')}
        </button>
        <p className="sr" role="alert">
          {error}
        </p>
      </form>
    </DoorFrame>
  );
}
