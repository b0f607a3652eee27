import type { Locator, Page } from 'playwright-core';
import { composer, messageWith, select } from '../support/app.ts';
import { topicAddress } from '../scenes/addresses.ts';

/** How a command is reached by its first key, and what is seen of it then. */
export type CommandCheck = {
  /** The address from which it starts; the topic of the sample by default. */
  readonly at?: string;
  /** Text of the message that has the focus. */
  readonly on?: string;
  readonly prepare?: (page: Page) => Promise<void>;
  readonly seen: (page: Page) => Promise<void>;
  /**
   * All that the command leaves in the page: nothing but another place or focus, an overlay that Escape closes, or a text in the
   * composer. By default, a page that is loaded again before the next command.
   */
  readonly leaves?: 'nothing' | 'overlay' | 'text';
};

export const TOPIC_NAME = 'mirror cover';
export const TOPIC = topicAddress('dome', TOPIC_NAME);
/** A message of the topic near its end. */
export const MESSAGE = 'I can look after lunch';

/** The address changes to one that matches. */
export function goes(pattern: RegExp, at?: string, on?: string): CommandCheck {
  return {
    ...(at === undefined ? {} : { at }),
    ...(on === undefined ? {} : { on }),
    leaves: 'nothing',
    seen: (page) => page.waitForURL((url) => pattern.test(url.hash)),
  };
}

/** Something appears. */
export function shows(what: (page: Page) => Locator, options: Omit<CommandCheck, 'seen'> = {}): CommandCheck {
  return { ...options, seen: (page) => what(page).first().waitFor() };
}

/** Something appears for the message in focus. */
export function opens(what: 'dialog' | 'menu', on: string = MESSAGE): CommandCheck {
  return shows((page) => page.getByRole(what), { on, leaves: 'overlay' });
}

/** A condition becomes true in the page. */
export function becomes(
  condition: () => boolean | undefined,
  options: Omit<CommandCheck, 'seen'> = {},
): CommandCheck {
  return {
    ...options,
    seen: async (page) => {
      await page.waitForFunction(condition);
    },
  };
}

/** The text in the composer becomes one that matches. */
export function writes(pattern: RegExp, options: Omit<CommandCheck, 'seen'>): CommandCheck {
  return {
    ...options,
    seen: async (page) => {
      await page.waitForFunction(
        ({ source, flags }) =>
          [...document.querySelectorAll('textarea')].some(({ value }) =>
            new RegExp(source, flags).test(value),
          ),
        { source: pattern.source, flags: pattern.flags },
      );
    },
  };
}

/** Selects a word in the composer. */
export async function selectWord(page: Page): Promise<void> {
  await composer(page).fill('word');
  await composer(page).selectText();
}

/** Sends an own message, which may be edited. */
export async function sendOwn(page: Page): Promise<void> {
  await composer(page).fill('A message of my own');
  await page.keyboard.press('Control+Enter');
  // Its echo has no id yet.
  await page.locator('article[data-id]').filter({ hasText: 'A message of my own' }).first().waitFor();
  await composer(page).press('Escape');
}

export async function focusMessage(page: Page, text: string): Promise<void> {
  await select(messageWith(page, text).first());
}

/** Goes to an address of the app, as a link does. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((address) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    location.hash = address;
  }, hash);
  await page.waitForURL((url) => url.hash === hash);
}
