import { useId, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { t } from '../words/index.ts';
import { Icon } from './icon.tsx';
import { pastedList } from './pasted-list.ts';
import { PickerList, type PickerChip, type PickerOption } from './picker-list.tsx';
import styles from './picker.module.css';

export type { PickerChip, PickerOption } from './picker-list.tsx';

export type PickerProps = {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly placeholder: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly chips: readonly PickerChip[];
  readonly query: string;
  /** Options for the query, best first. */
  readonly options: readonly PickerOption[];
  readonly isDisabled?: boolean;
  readonly onQuery: (query: string) => void;
  readonly onAdd: (option: PickerOption) => void;
  readonly onRemove: (key: string) => void;
  /** Parts of a pasted list, or a typed text that fits no option. */
  readonly onList: (parts: readonly string[]) => void;
};

/** A field that collects chips: options while one types, and a pasted list becomes chips at once. */
export function Picker(props: PickerProps): ReactElement {
  const { label, isLabelHidden = false, chips, query, options, help, error } = props;
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [current, setCurrent] = useState(0);
  const isShown = isOpen && options.length > 0;
  const at = Math.min(current, options.length - 1);
  const note = error ?? help;

  const add = (option: PickerOption | undefined): void => {
    if (option === undefined) return;
    setCurrent(0);
    props.onQuery('');
    props.onAdd(option);
  };
  const takeText = (): void => {
    props.onQuery('');
    props.onList(pastedList(query) ?? [query.trim()]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    const last = chips.at(-1);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isShown) setCurrent((at + step + options.length) % options.length);
      setOpen(true);
    } else if (event.key === 'Enter' && query.trim() !== '') {
      if (isShown) add(options[at]);
      else takeText();
    } else if (event.key === 'Enter' && isShown && current > 0) add(options[at]);
    else if (event.key === ',' && query.includes('@')) takeText();
    else if (event.key === 'Escape' && isShown) setOpen(false);
    else if (event.key === 'Backspace' && query === '' && last !== undefined) props.onRemove(last.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="labeled">
      {isLabelHidden ? null : (
        <label className="l" htmlFor={id}>
          {label}
        </label>
      )}
      <div ref={field} className={`field ${error === undefined ? '' : 'bad'} ${styles['picker']}`}>
        {chips.map((chip) => (
          <span
            key={chip.key}
            className={
              chip.isBad === true ? `chip ${styles['chip']} ${styles['bad-chip']}` : `chip ${styles['chip']}`
            }
          >
            {chip.sign}
            <bdi className="clip">{chip.name}</bdi>
            <button
              type="button"
              className="x"
              aria-label={t('Remove {name}', { name: chip.name })}
              onClick={() => {
                // The button goes away with the chip, and the focus must not.
                input.current?.focus();
                props.onRemove(chip.key);
              }}
            >
              <Icon name="x" isSmall />
            </button>
          </span>
        ))}
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-label={isLabelHidden ? label : undefined}
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isShown ? `${id}-list-${at}` : undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          autoComplete="off"
          placeholder={props.placeholder}
          disabled={props.isDisabled}
          value={query}
          onChange={(event) => {
            props.onQuery(event.currentTarget.value);
            setCurrent(0);
            setOpen(true);
          }}
          onClick={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const parts = pastedList(event.clipboardData.getData('text'));
            if (parts === undefined) return;
            event.preventDefault();
            props.onList(parts);
          }}
        />
      </div>
      {isShown ? (
        <PickerList
          id={`${id}-list`}
          label={label}
          field={field}
          options={options}
          current={at}
          onPick={add}
          onPoint={setCurrent}
        />
      ) : null}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={error === undefined ? 'help' : 'help bad'}>
          {note}
        </p>
      )}
    </div>
  );
}
