import type { Locator, Page } from 'playwright-core';
import type { Cast } from '../../../tools/demo/cast.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, sendButton } from '../support/app.ts';
import { say } from '../support/server-side.ts';
import type { NewcomerTask } from './task.ts';

const AT = topicAddress('dome', 'night plan');

/** Writes a message of the user and points at it. */
async function own(page: Page, cast: Cast, text: string): Promise<Locator> {
  await say(cast, 'Iris', 'dome', 'night plan', text);
  const row = messageWith(page, text);
  await row.waitFor();
  await row.hover();
  return row;
}

async function openMenu(row: Locator): Promise<void> {
  await row.getByRole('button', { name: 'More actions' }).click();
}

/** Tasks with one message. */
export const messageTasks: readonly NewcomerTask[] = [
  {
    name: 'React to a message',
    at: AT,
    maxClicks: 2,
    run: async (page, cast) => {
      const row = await own(page, cast, 'Who brings the soup?');
      await row.getByRole('button', { name: 'React' }).click();
      await page.getByRole('dialog', { name: 'Emoji' }).getByRole('gridcell').first().click();
      await row.locator('button[aria-pressed=true]').first().waitFor();
    },
    zulip: { clicks: 2, page: 'Emoji reactions' },
    slack: undefined,
  },
  {
    name: 'Edit an own message',
    at: AT,
    maxClicks: 3,
    run: async (page, cast) => {
      const row = await own(page, cast, 'I take the frist half');
      await openMenu(row);
      await page.getByRole('menuitem', { name: /^Edit/ }).first().click();
      const box = page.getByRole('form', { name: /edit/i }).getByRole('textbox', { name: 'Message' });
      await box.fill('I take the first half now');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await messageWith(page, 'I take the first half now').getByText('edited').waitFor();
    },
    zulip: { clicks: 2, page: 'Edit a message' },
    slack: undefined,
  },
  {
    name: 'Delete an own message',
    at: AT,
    maxClicks: 3,
    run: async (page, cast) => {
      const row = await own(page, cast, 'This was meant for another topic');
      await openMenu(row);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await row.waitFor({ state: 'detached' });
    },
    zulip: { clicks: 3, page: 'Delete a message' },
    slack: undefined,
  },
  {
    name: 'Star a message',
    at: AT,
    maxClicks: 1,
    run: async (page, cast) => {
      const row = await own(page, cast, 'The code of the door is on the board');
      await row.getByRole('button', { name: 'Star' }).click();
      await row.getByRole('button', { name: 'Remove the star' }).waitFor();
    },
    zulip: { clicks: 1, page: 'Star a message' },
    slack: undefined,
  },
  {
    name: 'Quote a message',
    at: AT,
    maxClicks: 3,
    run: async (page, cast) => {
      const row = await own(page, cast, 'The wind turns at midnight');
      await openMenu(row);
      await page.getByRole('menuitem', { name: 'Quote' }).click();
      await page.waitForFunction(() =>
        document
          .querySelector<HTMLTextAreaElement>('form[data-region] textarea')
          ?.value.includes('The wind turns'),
      );
      await composer(page).press('End');
      await sendButton(page).click();
      await page.locator('article blockquote').filter({ hasText: 'The wind turns' }).waitFor();
    },
    zulip: { clicks: 3, page: 'Quote or forward a message' },
    slack: undefined,
  },
  {
    name: 'Copy the link of a message',
    at: AT,
    maxClicks: 2,
    run: async (page, cast) => {
      const row = await own(page, cast, 'Everybody should read this');
      await openMenu(row);
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
      await page.getByText('Link copied').waitFor();
    },
    zulip: { clicks: 2, page: 'Link to a message or conversation' },
    slack: undefined,
  },
  {
    name: 'Be reminded of a message',
    at: AT,
    maxClicks: 3,
    run: async (page, cast) => {
      const row = await own(page, cast, 'Order new filters');
      await openMenu(row);
      await page.getByRole('menuitem', { name: 'Remind me later' }).click();
      await page.getByRole('menuitem', { name: /^In one hour/ }).click();
      await page.getByText(/You will be reminded/).waitFor();
    },
    zulip: { clicks: 3, page: 'Schedule a reminder' },
    slack: undefined,
  },
];
