import type { Page } from 'playwright-core';
import type { Cast } from '../../../tools/demo/cast.ts';

/** A documented way of another product: clicks of the pointer, counted in the steps of the named page. */
export type DocumentedWay = { readonly clicks: number; readonly page: string };

/** Something that a newcomer wants in the first week. */
export type NewcomerTask = {
  readonly name: string;
  /** Address of the page on which it begins. */
  readonly at: string;
  readonly maxClicks: number;
  /** Does it with the pointer and waits for the result. */
  readonly run: (page: Page, cast: Cast) => Promise<void>;
  readonly zulip: DocumentedWay | undefined;
  readonly slack: DocumentedWay | undefined;
};

/** A task that was done. */
export type DoneTask = { readonly task: NewcomerTask; readonly clicks: number };

/** Counts presses of the pointer, also those of the other button; typed text and chosen files are no clicks. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['presses'] = '0';
    const count = (): void => {
      const { dataset } = document.documentElement;
      dataset['presses'] = String(Number(dataset['presses']) + 1);
    };
    addEventListener('pointerdown', count, true);
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset['presses']));
}
