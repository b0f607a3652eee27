import { useEffect, useId, useState, type ReactElement } from 'react';
import { after } from '../data/clock.ts';
import { t } from '../words/index.ts';
import { Icon } from './icon.tsx';
import styles from './copy-field.module.css';
import { showToast } from './toast-store.ts';

/** Time for which the button says that it has copied. */
const COPIED_MS = 4000;

type CopyFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly help?: string | undefined;
  /** It was copied when it was made. */
  readonly isCopiedAlready?: boolean;
};

/** A text to be taken elsewhere, with a button that copies it. */
export function CopyField(props: CopyFieldProps): ReactElement {
  const { label, value, help, isCopiedAlready = false } = props;
  const id = useId();
  const [copied, setCopied] = useState(isCopiedAlready ? value : undefined);
  const isCopied = copied === value;
  useEffect(() => (isCopied ? after(COPIED_MS, () => setCopied(undefined)) : undefined), [isCopied]);
  const copy = (): void =>
    void navigator.clipboard.writeText(value).then(
      () => setCopied(value),
      () => showToast({ text: t('The browser did not allow copying.') }),
    );
  return (
    <div className="labeled">
      <label className="l" htmlFor={id}>
        {label}
      </label>
      <div className={`field ${styles['copy-field']}`}>
        <input id={id} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />
        <button
          type="button"
          className={`btn ${styles['copy-button']} ${isCopied ? styles['copied'] : ''}`}
          onClick={copy}
        >
          <Icon name={isCopied ? 'check' : 'copy'} isSmall />
          {isCopied ? t('Copied') : t('Copy')}
        </button>
      </div>
      <span className="sr" role="status">
        {isCopied ? t('Copied') : ''}
      </span>
      {help === undefined ? null : <p className="help">{help}</p>}
    </div>
  );
}
