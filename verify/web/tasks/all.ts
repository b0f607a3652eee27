import { channelTopicsAddress } from '../scenes/addresses.ts';
import { messageTasks } from './message-tasks.ts';
import { ownTasks } from './own-tasks.ts';
import { placeTasks } from './place-tasks.ts';
import type { NewcomerTask } from './task.ts';
import { writingTasks } from './writing-tasks.ts';
import { sidebar } from '../support/app.ts';

const createChannel: NewcomerTask = {
  name: 'Create a channel',
  at: '#inbox',
  maxClicks: 4,
  run: async (page) => {
    await page.getByRole('button', { name: 'Create a channel in Telescope' }).click();
    const dialog = page.getByRole('dialog', { name: 'New channel' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('filter wheel');
    await dialog.getByText('This name is free').waitFor();
    await dialog.getByRole('button', { name: 'Create channel' }).click();
    await page.getByRole('heading', { level: 1, name: 'filter wheel' }).waitFor();
  },
  zulip: { clicks: 5, page: 'Create a channel' },
  slack: { clicks: 4, page: 'How to Create a Public Channel (SK AX support)' },
};

const inviteByLink: NewcomerTask = {
  name: 'Invite by link',
  at: '#inbox',
  maxClicks: 3,
  run: async (page) => {
    await sidebar(page).getByRole('button', { name: 'Observatory' }).click();
    await page.getByRole('menuitem', { name: 'Invite people' }).click();
    await page.getByText('The link is made and copied.').waitFor();
  },
  zulip: { clicks: 5, page: 'Invite new users' },
  slack: undefined,
};

const seeSubscribers: NewcomerTask = {
  name: 'See who is in a channel',
  at: channelTopicsAddress('dome'),
  maxClicks: 1,
  run: async (page) => {
    await page.getByRole('button', { name: /^\d+ subscribers?$/ }).click();
    await page
      .getByRole('complementary')
      .getByRole('heading', { name: /people$/ })
      .waitFor();
  },
  zulip: { clicks: 1, page: 'View channel subscribers' },
  slack: undefined,
};

/** Thirty tasks of a newcomer; the last one ends the session. */
export const newcomerTasks: readonly NewcomerTask[] = [
  createChannel,
  inviteByLink,
  ...ownTasks.slice(0, 2),
  ...placeTasks,
  seeSubscribers,
  ...writingTasks,
  ...messageTasks,
  ...ownTasks.slice(2),
];
