import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { ReactionEmoji } from '../data/chat.ts';
import { t } from '../words/index.ts';
import { allEmoji, choiceNamed, customChoices, emojiOfGroup } from './emoji-groups.ts';
import type { CustomEmoji, EmojiChoice, EmojiGroupName } from './emoji-groups.ts';
import { EmojiGrid } from './emoji-grid.tsx';
import { emojiGroupLabel, EmojiTabs } from './emoji-tabs.tsx';
import { findEmoji } from './emoji-search.ts';
import { Icon } from './icon.tsx';
import { recentEmoji, rememberEmoji } from './recent-emoji.ts';
import popover from './popover.module.css';
import styles from './emoji-picker.module.css';

export type EmojiPickerProps = {
  /** `realm_emoji` of the state. */
  readonly custom: Readonly<Record<string, CustomEmoji>>;
  readonly onPick: (emoji: ReactionEmoji) => void;
  readonly onClose: () => void;
};

const COLUMNS = 9;
const MAX_FOUND = 90;

/** A dialog without a position of its own; load it through `emoji-picker-on-demand.tsx`. */
export function EmojiPicker({ custom, onPick, onClose }: EmojiPickerProps): ReactElement {
  const [query, setQuery] = useState('');
  const [group, setGroup] = useState<EmojiGroupName>('recent');
  const [current, setCurrent] = useState(0);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const own = useMemo(() => customChoices(custom), [custom]);
  const choices = useMemo(() => choicesOf(group, query, own), [group, query, own]);
  const chosen = choices[current];

  useEffect(() => {
    input.current?.focus();
  }, []);

  const pick = (choice: EmojiChoice): void => {
    rememberEmoji(choice.name);
    onPick({ name: choice.name, code: choice.code, type: choice.type });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = stepOf(event.key);
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && chosen !== undefined) pick(chosen);
    else if (step !== undefined) setCurrent(clamp(current + step, choices.length));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={`${popover['popover']} ${styles['picker']}`} role="dialog" aria-label={t('Emoji')}>
      <div className="field">
        <Icon name="search" />
        <input
          ref={input}
          role="combobox"
          aria-label={t('Find an emoji')}
          aria-expanded="true"
          aria-haspopup="grid"
          aria-controls={`${id}-grid`}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${current}`}
          placeholder={t('Find an emoji')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <EmojiTabs
        selected={query === '' ? group : undefined}
        hasOwn={own.length > 0}
        gridId={`${id}-grid`}
        onSelect={(name) => {
          setGroup(name);
          setQuery('');
          setCurrent(0);
        }}
        onClose={onClose}
      />
      <EmojiGrid
        id={id}
        label={query === '' ? emojiGroupLabel(group) : t('Found emoji')}
        choices={choices}
        columns={COLUMNS}
        current={current}
        onPick={pick}
        onPoint={setCurrent}
      />
      <Foot choice={chosen} />
    </div>
  );
}

function Foot({ choice }: { readonly choice: EmojiChoice | undefined }): ReactElement {
  if (choice === undefined)
    return <div className={`quiet ${styles['foot']}`}>{t('No emoji has this name.')}</div>;
  return (
    <div className={styles['foot']}>
      <span className={styles['sign']} aria-hidden="true">
        {choice.url === undefined ? choice.text : <img src={choice.url} alt="" />}
      </span>
      <span className="clip">{choice.name.replaceAll('_', ' ')}</span>
      <span className="quiet clip">:{choice.name}:</span>
    </div>
  );
}

function choicesOf(
  group: EmojiGroupName,
  query: string,
  own: readonly EmojiChoice[],
): readonly EmojiChoice[] {
  if (query.trim() !== '') return findEmoji([...own, ...allEmoji()], query, MAX_FOUND);
  if (group === 'own') return own;
  if (group !== 'recent') return emojiOfGroup(group);
  return recentEmoji().flatMap((name) => choiceNamed(name, own) ?? []);
}

function stepOf(key: string): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return 1;
    case 'ArrowLeft':
      return -1;
    case 'ArrowDown':
      return COLUMNS;
    case 'ArrowUp':
      return -COLUMNS;
    default:
      return undefined;
  }
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
