import type { KeyboardEvent, ReactElement } from 'react';
import { t } from '../words/index.ts';
import { EMOJI_GROUPS, type EmojiGroupName } from './emoji-groups.ts';
import { IconButton } from './icon-button.tsx';
import styles from './emoji-picker.module.css';

export type EmojiTabsProps = {
  /** Undefined while a search shows emoji of all groups. */
  readonly selected: EmojiGroupName | undefined;
  readonly hasOwn: boolean;
  readonly gridId: string;
  readonly onSelect: (group: EmojiGroupName) => void;
  readonly onClose: () => void;
};

export function EmojiTabs({ selected, hasOwn, gridId, onSelect, onClose }: EmojiTabsProps): ReactElement {
  const groups = EMOJI_GROUPS.filter(({ name }) => name !== 'own' || hasOwn);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    if (event.key === 'Escape') onClose();
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = groups[(index + step + groups.length) % groups.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(next.name);
    const tabs = event.currentTarget.parentElement?.children;
    (tabs?.item((index + step + groups.length) % groups.length) as HTMLElement | null)?.focus();
  };
  return (
    <div className={styles['tabs']} role="tablist" aria-label={t('Groups of emoji')}>
      {groups.map(({ name, icon }, index) => (
        <IconButton
          key={name}
          icon={icon}
          label={emojiGroupLabel(name)}
          role="tab"
          aria-selected={name === selected}
          aria-controls={gridId}
          tabIndex={name === (selected ?? 'recent') ? 0 : -1}
          onClick={() => onSelect(name)}
          onKeyDown={(event) => onKeyDown(event, index)}
        />
      ))}
    </div>
  );
}

export function emojiGroupLabel(group: EmojiGroupName): string {
  switch (group) {
    case 'recent':
      return t('Recent');
    case 'faces':
      return t('Faces and people');
    case 'nature':
      return t('Nature');
    case 'food':
      return t('Food');
    case 'activities':
      return t('Activities');
    case 'places':
      return t('Places');
    case 'objects':
      return t('Objects');
    case 'symbols':
      return t('Symbols and flags');
    case 'own':
      return t('Own emoji of the organization');
  }
}
