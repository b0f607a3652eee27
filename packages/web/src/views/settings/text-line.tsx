import { useId, useState, type ReactElement, type ReactNode } from 'react';
import { WhoMay } from '../../parts/who-may.tsx';
import { failureText } from '../../words/failure-text.ts';
import styles from './text-line.module.css';

export type TextLineProps = {
  readonly id: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly value: string;
  readonly type?: 'text' | 'date' | 'url';
  readonly isLong?: boolean;
  readonly placeholder?: string;
  /** Names those who may change it instead of this user. */
  readonly whoMay?: string | undefined;
  /** Saves the text; rejects with the refusal of the server. */
  readonly onSave: (value: string) => Promise<void>;
};

/** A text that is saved when the field is left or Enter is pressed; a refusal stands below it. */
export function TextLine(props: TextLineProps): ReactElement {
  const { label, help, value, type = 'text', isLong = false, whoMay } = props;
  const id = useId();
  const [error, setError] = useState<string>();
  const save = async (next: string): Promise<void> => {
    setError(undefined);
    if (next === value) return;
    try {
      await props.onSave(next);
    } catch (thrown) {
      setError(failureText(thrown));
    }
  };
  const shared = {
    // A change in another place begins a new field.
    key: value,
    id,
    defaultValue: value,
    placeholder: props.placeholder,
    disabled: whoMay !== undefined,
    'aria-invalid': error !== undefined || undefined,
    'aria-describedby': `${id}-note`,
  };
  const { key, ...rest } = shared;
  return (
    <div className="line" data-setting={props.id}>
      <span>
        <label htmlFor={id}>{label}</label>
        <span id={`${id}-note`}>
          {error === undefined ? null : (
            <span className="help bad" role="alert">
              {error}
            </span>
          )}
          {help === undefined || help === '' ? null : <span className="help">{help}</span>}
          {whoMay === undefined ? null : <WhoMay>{whoMay}</WhoMay>}
        </span>
      </span>
      <span className={`field ${error === undefined ? '' : 'bad'} ${styles['text']}`}>
        {isLong ? (
          <textarea key={key} {...rest} rows={2} onBlur={(event) => void save(event.currentTarget.value)} />
        ) : (
          <input
            key={key}
            {...rest}
            type={type}
            onBlur={(event) => void save(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void save(event.currentTarget.value);
            }}
          />
        )}
      </span>
    </div>
  );
}
