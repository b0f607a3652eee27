import type { ReactNode, RefObject } from 'react';
import type { IconName } from './icons.ts';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly shortcut?: string | undefined;
  /** Quiet text at the end. */
  readonly meta?: string | undefined;
  readonly isDanger?: boolean;
  readonly isDisabled?: boolean;
  /** State of a choice; undefined for an action. */
  readonly isChecked?: boolean | undefined;
  readonly run: () => void;
};

/** Entries between two lines. */
export type MenuGroup = { readonly title?: string; readonly entries: readonly MenuEntry[] };

export type MenuPlacement = 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top';

export type MenuProps = {
  /** Accessible name. */
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  readonly anchor: RefObject<Element | null>;
  readonly placement?: MenuPlacement;
  /** Shown above the entries when the menu is a sheet on a phone. */
  readonly sheetHead?: ReactNode;
  readonly onClose: () => void;
};

export type PopoverProps = {
  /** Accessible name. */
  readonly label: string;
  readonly anchor: RefObject<Element | null>;
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top' | 'left top';
  readonly className?: string | undefined;
  readonly children: ReactNode;
  readonly onClose: () => void;
};

export type DialogProps = {
  readonly title: string;
  /** Hides the title line; the title stays the accessible name. */
  readonly isBare?: boolean;
  readonly size?: 'small' | 'medium' | 'large';
  /** Stands near the top of the screen instead of its middle, because it grows while one types. */
  readonly isAtTop?: boolean;
  readonly children: ReactNode;
  /** Buttons below the content. */
  readonly foot?: ReactNode;
  readonly onClose: () => void;
};
