import { useEffect, useState, type ReactElement } from 'react';
import { after } from '../../../data/clock.ts';
import { Icon } from '../../../parts/icon.tsx';
import { showToast } from '../../../parts/toast-store.ts';
import { t } from '../../../words/index.ts';
import styles from './integrations.module.css';

/** Time for which the button says that it has copied. */
const COPIED_MS = 4000;

/** A command of several lines, with a button that copies it. */
export function CodeToCopy({ label, text }: { readonly label: string; readonly text: string }): ReactElement {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  useEffect(() => (isCopied ? after(COPIED_MS, () => setCopied(undefined)) : undefined), [isCopied]);
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => showToast({ text: t('The browser did not allow copying.') }),
    );
  return (
    <section>
      <div className={styles['code-head']}>
        <h4 className={styles['step']}>{label}</h4>
        <button type="button" className="btn" onClick={copy}>
          <Icon name={isCopied ? 'check' : 'copy'} isSmall />
          {isCopied ? t('Copied') : t('Copy the command')}
        </button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keys */}
      <pre className={styles['code']} tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <span className="sr" role="status">
        {isCopied ? t('Copied') : ''}
      </span>
    </section>
  );
}
