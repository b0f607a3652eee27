import type { ReactElement } from 'react';
import { Icon } from './icon.tsx';
import styles from './inline-choice.module.css';
import { MenuButton, type MenuSource } from './menu.tsx';

export type InlineChoiceProps = {
  /** Accessible name: what is chosen here. */
  readonly label: string;
  /** The words that are chosen. */
  readonly text: string;
  /** Without choices the words stand there as plain text. */
  readonly groups: MenuSource | undefined;
};

/** Words of a sentence that can be changed. */
export function InlineChoice({ label, text, groups }: InlineChoiceProps): ReactElement {
  if (groups === undefined) return <span>{text}</span>;
  return (
    <MenuButton
      label={label}
      hasText
      className={styles['choice'] ?? ''}
      placement="bottom start"
      groups={groups}
    >
      <bdi>{text}</bdi>
      <Icon name="down" />
      <span className="sr">, {label}</span>
    </MenuButton>
  );
}
