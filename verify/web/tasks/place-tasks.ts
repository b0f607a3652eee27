import { topicAddress } from '../scenes/addresses.ts';
import { say } from '../support/server-side.ts';
import { sidebar } from '../support/app.ts';
import type { NewcomerTask } from './task.ts';

const WHEEL = 'wheel bearing';

/** Tasks with channels and topics. */
export const placeTasks: readonly NewcomerTask[] = [
  {
    name: 'Leave a channel',
    at: '#inbox',
    maxClicks: 2,
    run: async (page) => {
      const lunch = sidebar(page).getByRole('link', { name: /^lunch/ });
      await lunch.click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Leave channel' }).click();
      await lunch.waitFor({ state: 'detached' });
    },
    zulip: { clicks: 2, page: 'Unsubscribe from a channel' },
    slack: undefined,
  },
  {
    name: 'Find and join a channel',
    at: '#inbox',
    maxClicks: 2,
    run: async (page) => {
      await sidebar(page).getByRole('link', { name: 'Channels', exact: true }).click();
      await page.getByRole('main').getByRole('button', { name: 'Join lunch' }).click();
      await sidebar(page)
        .getByRole('link', { name: /^lunch/ })
        .waitFor();
    },
    zulip: { clicks: 4, page: 'Introduction to channels' },
    slack: undefined,
  },
  {
    name: 'Mute a channel',
    at: '#inbox',
    maxClicks: 2,
    run: async (page) => {
      await sidebar(page)
        .getByRole('link', { name: /^seeing/ })
        .click({ button: 'right' });
      await page.getByRole('menuitem', { name: /^Mute channel/ }).click();
      await sidebar(page)
        .getByRole('link', { name: /^seeing.*muted/ })
        .waitFor();
    },
    zulip: { clicks: 2, page: 'Mute or unmute a channel' },
    slack: undefined,
  },
  {
    name: 'Mark a channel as read',
    at: '#inbox',
    maxClicks: 2,
    run: async (page, cast) => {
      await say(cast, 'Bram', 'dome', 'night plan', 'Unread until somebody marks it');
      await sidebar(page).getByRole('link', { name: /^dome/ }).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Mark all as read' }).click();
      await page
        .getByText(/marked as read/)
        .first()
        .waitFor();
    },
    zulip: { clicks: 2, page: 'Marking messages as read' },
    slack: undefined,
  },
  {
    name: 'Follow a topic',
    at: topicAddress('dome', 'rain sensor: false alarms in fog'),
    maxClicks: 2,
    run: async (page) => {
      await page.getByRole('button', { name: 'Follow', exact: true }).click();
      await page.getByRole('menuitemradio', { name: 'Follow', exact: true }).click();
      await page.getByText('Following').waitFor();
    },
    zulip: { clicks: 2, page: 'Follow a topic' },
    slack: undefined,
  },
  {
    name: 'Rename a topic',
    at: '#inbox',
    maxClicks: 3,
    run: async (page, cast) => {
      await say(cast, 'Bram', 'dome', WHEEL, 'The wheel has a new bearing');
      await page.goto(`/${topicAddress('dome', WHEEL)}`);
      await page.getByRole('button', { name: 'Topic menu' }).click();
      await page.getByRole('menuitem', { name: /^Rename/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Rename topic' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('new bearing');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { level: 1, name: 'new bearing' }).waitFor();
    },
    zulip: { clicks: 2, page: 'Rename a topic' },
    slack: undefined,
  },
  {
    name: 'Resolve a topic',
    at: topicAddress('dome', 'new limit switches'),
    maxClicks: 1,
    run: async (page) => {
      await page.getByRole('button', { name: 'Resolve', exact: true }).click();
      await page.getByRole('button', { name: 'Resolved', exact: true }).waitFor();
    },
    zulip: { clicks: 1, page: 'Resolve a topic' },
    slack: undefined,
  },
  {
    name: 'Search for a word',
    at: '#inbox',
    maxClicks: 2,
    run: async (page) => {
      await page.getByRole('button', { name: /^Search or go to/ }).click();
      await page.getByRole('combobox', { name: 'Go to or do' }).fill('threshold');
      await page.getByRole('option', { name: /Search all messages/ }).click();
      await page.getByRole('link', { name: 'Open in topic' }).first().waitFor();
    },
    zulip: { clicks: 1, page: 'Search for messages' },
    slack: undefined,
  },
  {
    name: 'Look at the profile of a person',
    at: topicAddress('dome', 'night plan'),
    maxClicks: 1,
    run: async (page) => {
      await page.getByRole('article').locator('button[data-do=user]').first().click();
      await page.getByRole('dialog').getByText('Channels in common').waitFor();
    },
    zulip: { clicks: 2, page: "View someone's profile" },
    slack: undefined,
  },
];
