import { useState, type FormEvent, type ReactElement } from 'react';
import { t } from '../../words/index.ts';
import styles from './widget.module.css';

export type AddLineProps = { readonly label: string; readonly onAdd: (text: string) => void };

const MAX_LINE_LENGTH = 200;

/** A button that becomes a field of one line. */
export function AddLine({ label, onAdd }: AddLineProps): ReactElement {
  const [text, setText] = useState<string>();
  if (text === undefined)
    return (
      <button type="button" className="touch-area" onClick={() => setText('')}>
        {label}
      </button>
    );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() !== '') onAdd(text.trim());
    setText(undefined);
  };
  return (
    <form className={styles['add-line']} onSubmit={submit}>
      <input
        className="field"
        aria-label={label}
        maxLength={MAX_LINE_LENGTH}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText(undefined);
        }}
      />
      <button type="submit">{t('Add')}</button>
    </form>
  );
}
