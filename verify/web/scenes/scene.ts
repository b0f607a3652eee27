import type { Page } from 'playwright-core';
import type { Cast } from '../../../tools/demo/cast.ts';
import type { Theme, VIEWPORTS } from '../support/browser.ts';

/** A look of the client: a user at an address, after some steps. */
export type Scene = {
  readonly name: string;
  /** Key of the sample user; a scene without one is of a visitor. */
  readonly user?: string;
  /** The part of the address behind the organization. */
  readonly address: string | ((cast: Cast) => string);
  readonly steps?: (page: Page, cast: Cast) => Promise<void>;
  /** Looks to take; light, dark and a phone if omitted. */
  readonly looks?: readonly Look[];
  readonly textPercent?: number;
};

/** A theme on a screen. */
export type Look = {
  readonly name: string;
  readonly theme: Theme;
  readonly viewport: keyof typeof VIEWPORTS;
};

export const LIGHT: Look = { name: 'light', theme: 'light', viewport: 'desktop' };
export const DARK: Look = { name: 'dark', theme: 'dark', viewport: 'desktop' };
export const CONTRAST: Look = { name: 'contrast', theme: 'contrast', viewport: 'desktop' };
export const PHONE: Look = { name: 'phone', theme: 'light', viewport: 'phone' };
/** Of the pictures in the user guide, which has one for a scene at most. */
export const GUIDE: Look = { name: 'guide', theme: 'light', viewport: 'guide' };
export const NARROW: Look = { name: 'narrow', theme: 'light', viewport: 'narrow' };

const USUAL_LOOKS: readonly Look[] = [LIGHT, DARK, PHONE];

/** The looks of which there are pictures. */
export function looksOf({ looks = USUAL_LOOKS }: Scene): readonly Look[] {
  return looks;
}
