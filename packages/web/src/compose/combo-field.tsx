import { useId, useState, type KeyboardEvent, type ReactElement, type RefObject } from 'react';
import { SuggestionRow } from './complete/completion-list.tsx';
import type { Suggestion } from './complete/suggestion.ts';
import optionStyles from '../parts/option.module.css';
import popover from '../parts/popover.module.css';

export type ComboOption = Omit<Suggestion, 'insert'> & {
  readonly pick: () => void;
  /** Title above the option and those that follow. */
  readonly heading?: string;
  /** A line above the option. */
  readonly hasLine?: boolean;
};

export type ComboFieldProps = {
  readonly label: string;
  /** Accessible name of the list. */
  readonly listLabel: string;
  readonly value: string;
  readonly placeholder: string;
  readonly className: string | undefined;
  readonly options: readonly ComboOption[];
  /** Option that Enter takes before an arrow key was pressed; -1 for none. */
  readonly preferred: number;
  readonly maxLength?: number;
  readonly isFocused?: boolean;
  readonly onChange: (value: string) => void;
  /** Enter without an option. */
  readonly onDone: () => void;
  readonly onBackspaceAtStart?: () => void;
  readonly onLeave: () => void;
  readonly inputRef?: RefObject<HTMLInputElement | null> | undefined;
};

/** A field of the head of a box with options above the box. */
export function ComboField({ inputRef, ...props }: ComboFieldProps): ReactElement {
  const { options, preferred, onChange, onDone, onLeave } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [moved, setMoved] = useState<number>();
  const current = isOpen ? Math.min(moved ?? preferred, options.length - 1) : -1;
  const isShown = isOpen && options.length > 0;

  const pick = (index: number): void => {
    setOpen(false);
    setMoved(undefined);
    options[index]?.pick();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && options.length > 0) {
      setOpen(true);
      setMoved(
        isOpen ? (Math.max(current, step === 1 ? -1 : 0) + step + options.length) % options.length : 0,
      );
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (current >= 0) pick(current);
      else {
        setOpen(false);
        onDone();
      }
    } else if (event.key === 'Escape') {
      if (isShown) setOpen(false);
      else onLeave();
    } else if (
      event.key === 'Backspace' &&
      event.currentTarget.selectionEnd === 0 &&
      props.onBackspaceAtStart
    )
      props.onBackspaceAtStart();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        ref={inputRef}
        className={props.className}
        role="combobox"
        aria-label={props.label}
        aria-expanded={isShown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isShown && current >= 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked for a new message
        autoFocus={props.isFocused}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        value={props.value}
        onChange={(event) => {
          onChange(event.target.value);
          setOpen(true);
          setMoved(undefined);
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          setMoved(undefined);
        }}
        onKeyDown={onKeyDown}
      />
      {isShown ? (
        <div
          className={`${popover['popover']} ${popover['over']}`}
          role="listbox"
          id={id}
          aria-label={props.listLabel}
        >
          {options.map((option, index) => (
            <div key={option.key} role="presentation">
              {option.hasLine === true ? <div className={popover['line']} role="presentation" /> : null}
              {option.heading === undefined ? null : (
                <div className={optionStyles['heading']} role="presentation">
                  {option.heading}
                </div>
              )}
              <SuggestionRow
                id={`${id}-${index}`}
                suggestion={option}
                isCurrent={index === current}
                onAccept={() => pick(index)}
                onPoint={() => setMoved(index)}
              />
            </div>
          ))}
        </div>
      ) : null}
    </>
  );
}
