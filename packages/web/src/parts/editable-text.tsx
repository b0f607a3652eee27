import { useId, useState, type KeyboardEvent, type ReactElement } from 'react';
import { t } from '../words/index.ts';
import styles from './editable-text.module.css';
import { Icon } from './icon.tsx';

export type EditableTextProps = {
  /** Accessible name: what the text is. */
  readonly label: string;
  readonly value: string;
  /** Shown instead of an empty text. */
  readonly emptyText: string;
  readonly maxLength?: number | undefined;
  readonly isEditable: boolean;
  /** Saves the text; the result is the reason of a refusal. */
  readonly onSave: (text: string) => Promise<string | undefined>;
};

/** A text that becomes a field with a click. Enter saves, Escape leaves it as it was. */
export function EditableText(props: EditableTextProps): ReactElement {
  const { label, value, isEditable, maxLength } = props;
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const shown = value === '' ? <span className="quiet">{props.emptyText}</span> : <bdi>{value}</bdi>;
  if (!isEditable) return <p>{shown}</p>;
  if (typed === undefined)
    return (
      <button
        type="button"
        className={styles['text']}
        aria-label={t('Edit {label}: {value}', { label, value })}
        onClick={() => setTyped(value)}
      >
        <span className={styles['words']}>{shown}</span>
        <Icon name="pencil" isSmall />
      </button>
    );
  const end = (): void => {
    setTyped(undefined);
    setRefusal(undefined);
  };
  const save = async (): Promise<void> => {
    if (typed.trim() === value) return end();
    const reason = await props.onSave(typed.trim());
    if (reason === undefined) end();
    else setRefusal(reason);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end();
    else if (event.key === 'Enter' && !event.shiftKey) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="labeled">
      <div className={refusal === undefined ? 'field' : 'field bad'}>
        <textarea
          className={styles['field']}
          aria-label={label}
          aria-invalid={refusal !== undefined || undefined}
          aria-describedby={`${id}-note`}
          rows={1}
          value={typed}
          maxLength={maxLength}
          // A click on the text asked for the field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="lk" onClick={() => void save()}>
          {t('Save')}
        </button>
      </div>
      <p id={`${id}-note`} className={refusal === undefined ? 'help' : 'help bad'}>
        {refusal ?? t('Enter saves, Esc leaves it as it was.')}
      </p>
    </div>
  );
}
