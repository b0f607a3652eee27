import type { State } from '@parley/client';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Marked } from '../../parts/marked.tsx';
import { useWatched } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { isTimeOperator } from './days.ts';
import type { SearchTerm } from './fixed-terms.ts';
import { chipWords, withoutLastWord } from './search-terms.ts';
import { suggestTerms, type SearchSuggestion } from './suggest-terms.ts';
import { typedTerms } from './typed-terms.ts';
import styles from './search-field.module.css';
import optionStyles from '../../parts/option.module.css';
import popover from '../../parts/popover.module.css';

export type SearchFieldProps = {
  readonly chips: readonly SearchTerm[];
  readonly text: string;
  readonly onSearch: (chips: readonly SearchTerm[], text: string) => void;
  readonly onLeave: () => void;
};

/** The field of a search: chips for operators, words, and suggestions below. */
export function SearchField({ chips, text, onSearch, onLeave }: SearchFieldProps): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const [typed, setTyped] = useState(text);
  // Terms that a space has ended; the search begins with Enter.
  const [ended, setEnded] = useState<readonly SearchTerm[]>([]);
  const shown = withTerms(chips, ended);
  const [last, setLast] = useState(text);
  // Back leads to an earlier search.
  if (last !== text) {
    setLast(text);
    setTyped(text);
  }
  const [chosen, setChosen] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => field.current?.focus(), []);

  const topics = chat.conversations.recent
    .get()
    .flatMap(({ conversation }) =>
      conversation.kind === 'topic' && conversation.topic !== '' ? [conversation.topic] : [],
    );
  const suggestions = isOpen ? suggestTerms(state, topics, typed) : [];
  const current = Math.min(chosen, suggestions.length);

  const search = (nextChips: readonly SearchTerm[], nextText: string): void => {
    setTyped(nextText);
    setEnded([]);
    setOpen(false);
    onSearch(nextChips, nextText);
  };
  const take = (index: number): void => {
    const suggestion = suggestions[index];
    if (suggestion !== undefined) {
      search(withTerms(shown, [suggestion.term]), withoutLastWord(typed));
      return;
    }
    const { terms, text: words } = typedTerms(state, typed);
    search(withTerms(shown, terms), words);
  };
  const endTerms = (): void => {
    const { terms, text: words } = typedTerms(state, typed);
    setEnded(withTerms(ended, terms));
    setTyped(words);
    setOpen(false);
  };
  const remove = (chip: SearchTerm | undefined): void => {
    if (chip === undefined) return;
    if (chips.includes(chip)) search(withoutTerm(shown, chip), typed);
    else setEnded(withoutTerm(ended, chip));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const count = suggestions.length + 1;
    if (step !== 0 && suggestions.length > 0) setChosen((current + step + count) % count);
    else if (event.key === ' ' && isTermTyped(state, event.currentTarget)) endTerms();
    else if (event.key === 'Enter') take(current);
    else if (event.key === 'Tab' && suggestions.length > 0 && !event.shiftKey)
      take(Math.min(current, suggestions.length - 1));
    else if (event.key === 'Escape') (suggestions.length > 0 ? () => setOpen(false) : onLeave)();
    else if (event.key === 'Backspace' && event.currentTarget.selectionEnd === 0 && shown.length > 0)
      remove(shown.at(-1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={`grow ${styles['box']}`}>
      <search className={`field ${styles['field']}`}>
        <Icon name="search" />
        {shown.map((chip) => (
          <Chip
            key={`${chip.negated === true}${chip.operator}:${isTimeOperator(chip.operator) ? '' : chip.operand}`}
            {...chipWords(state, chip)}
            {...(isTimeOperator(chip.operator) && {
              day: String(chip.operand),
              onDay: (day: string) => search(withDay(shown, chip, day), typed),
            })}
            onRemove={() => remove(chip)}
          />
        ))}
        <input
          ref={field}
          role="combobox"
          aria-label={t('Search messages')}
          aria-expanded={suggestions.length > 0}
          aria-controls={list}
          aria-activedescendant={suggestions.length > 0 ? `${list}-${current}` : undefined}
          placeholder={shown.length === 0 ? t('Words, or from: channel: topic: has: before:') : ''}
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            // Enter searches for the words unless the user chooses a suggestion or types an operator.
            setChosen(/(^|\s)-?\w+:\S*$/.test(event.target.value) ? 0 : Number.MAX_SAFE_INTEGER);
            setOpen(true);
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <kbd className="desk-only">{t('Esc')}</kbd>
      </search>
      {suggestions.length > 0 ? (
        <Suggestions list={list} suggestions={suggestions} current={current} typed={typed} take={take} />
      ) : null}
    </div>
  );
}

/** Whether a space ends an operator that means something; in quotes or in the middle of the text it is a space. */
function isTermTyped(state: State, { value, selectionStart }: HTMLInputElement): boolean {
  if (selectionStart !== value.length) return false;
  const quoted = value.split('"');
  // Every other part is in quotes, and an open quote ends no term.
  if (quoted.length % 2 === 0) return false;
  const outside = quoted.map((part, n) => (n % 2 === 0 ? part : '_'.repeat(part.length))).join('"');
  const length = outside.split(/\s/).at(-1)?.length ?? 0;
  const last = value.slice(value.length - length);
  return typedTerms(state, last).terms.length > 0;
}

function withoutTerm(terms: readonly SearchTerm[], term: SearchTerm): readonly SearchTerm[] {
  return terms.filter((other) => other !== term);
}

function withDay(terms: readonly SearchTerm[], term: SearchTerm, day: string): readonly SearchTerm[] {
  return terms.map((other) => (other === term ? { ...term, operand: day } : other));
}

/** A term that is there already is not added again. */
function withTerms(chips: readonly SearchTerm[], terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const keyOf = ({ operator, operand, negated = false }: SearchTerm): string =>
    `${negated}${operator}:${operand}`;
  return [...new Map([...chips, ...terms].map((term) => [keyOf(term), term])).values()];
}

function Chip(props: {
  readonly operator: string;
  readonly label: string;
  /** The day of a term of time, which can be changed in place. */
  readonly day?: string;
  readonly onDay?: (day: string) => void;
  readonly onRemove: () => void;
}): ReactElement {
  const { operator, label, day, onDay, onRemove } = props;
  return (
    <span className={`chip active ${styles['term']}`}>
      <span>
        <span className={styles['operator']}>{operator}</span>{' '}
        {day === undefined ? (
          <bdi>{label}</bdi>
        ) : (
          <input
            type="date"
            className={styles['day']}
            aria-label={`${operator} ${label}`}
            value={day}
            onChange={(event) => {
              if (event.target.value !== '') onDay?.(event.target.value);
            }}
          />
        )}
      </span>
      <button
        type="button"
        className="x"
        aria-label={t('Remove {term}', { term: `${operator} ${label}` })}
        onClick={onRemove}
      >
        <Icon name="x" isSmall />
      </button>
    </span>
  );
}

function Suggestions(props: {
  readonly list: string;
  readonly suggestions: readonly SearchSuggestion[];
  readonly current: number;
  readonly typed: string;
  readonly take: (index: number) => void;
}): ReactElement {
  const { list, suggestions, current, typed, take } = props;
  const option = (index: number) => ({
    id: `${list}-${index}`,
    role: 'option',
    'aria-selected': index === current,
    className: optionStyles['option'],
    // The field keeps the focus while the pointer chooses.
    onPointerDown: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => take(index),
  });
  return (
    <div
      className={`${popover['popover']} ${styles['suggestions']}`}
      role="listbox"
      id={list}
      aria-label={t('Suggestions')}
    >
      <div role="group" aria-label={t('Narrow by')}>
        <div className={optionStyles['heading']} role="presentation">
          {t('Narrow by')}
        </div>
        {suggestions.map((suggestion, index) => (
          <div key={suggestion.key} {...option(index)}>
            <Icon name={suggestion.icon} />
            <span className={optionStyles['words']}>
              <span>
                <span className="quiet">{suggestion.operator}</span>{' '}
                <Marked text={suggestion.label} ranges={suggestion.ranges} />
              </span>
            </span>
          </div>
        ))}
      </div>
      <div className={popover['line']} role="presentation" />
      <div {...option(suggestions.length)}>
        <Icon name="search" />
        <span className={optionStyles['words']}>{t('Search for “{text}”', { text: typed })}</span>
        <span className={`${optionStyles['meta']} desk-only`}>{t('Enter')}</span>
      </div>
    </div>
  );
}
