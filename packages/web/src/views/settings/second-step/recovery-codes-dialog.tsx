import { useState, type ReactElement } from 'react';
import { Dialog } from '../../../parts/dialog.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showToast } from '../../../parts/toast-store.ts';
import { t } from '../../../words/index.ts';
import styles from './recovery-codes-dialog.module.css';

export type RecoveryCodesDialogProps = {
  readonly codes: readonly string[];
  readonly onClose: () => void;
};

/** Recovery codes, which are shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps): ReactElement {
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = (): void =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => showToast({ text: t('The browser did not allow copying.') }),
    );
  return (
    <Dialog
      title={t('Your recovery codes')}
      onClose={onClose}
      foot={
        <button type="button" className="btn primary" onClick={onClose}>
          {t('I have kept them')}
        </button>
      }
    >
      <p className="help">
        {t(
          'Each of them logs you in once when the app is lost. They are not shown again: keep them elsewhere.',
        )}
      </p>
      <ul className={styles['codes']} aria-label={t('Recovery codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="chips">
        <button type="button" className="btn" onClick={copy}>
          <Icon name={isCopied ? 'check' : 'copy'} />
          {isCopied ? t('Copied') : t('Copy')}
        </button>
        <a
          className="btn"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Icon name="disk" />
          {t('Download')}
        </a>
      </div>
    </Dialog>
  );
}
