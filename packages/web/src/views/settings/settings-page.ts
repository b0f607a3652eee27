import type { ComponentType } from 'react';
import type { IconName } from '../../parts/icons.ts';

/** A page of settings in a frame with a menu. */
export type SettingsPage = {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  readonly Content: ComponentType;
  /** Page of the user guide about it, with an anchor where only a part is. */
  readonly guide: string;
  /** The content beside the form. */
  readonly Effect?: ComponentType;
  /** Accessible name of the content beside the form. */
  readonly effectName?: string;
  /** Whether a screen without room for three columns shows it below the form. */
  readonly keepsEffect?: boolean;
  /** Tables need more room than forms. */
  readonly isWide?: boolean;
  /** The first page of a group of the menu. */
  readonly beginsGroup?: boolean;
};
