import { channelTopicsAddress, topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, sendButton } from '../support/app.ts';
import { sentOnce } from '../support/server-side.ts';
import type { NewcomerTask } from './task.ts';

/** Tasks with the composer. */
export const writingTasks: readonly NewcomerTask[] = [
  {
    name: 'Begin a topic',
    at: channelTopicsAddress('dome'),
    maxClicks: 3,
    run: async (page, cast) => {
      await page.getByRole('button', { name: 'New topic' }).click();
      const topic = page.getByRole('combobox', { name: /topic/i });
      await topic.fill('spare parts');
      await topic.press('Tab');
      await composer(page).fill('Which parts do we need?');
      await sendButton(page).click();
      await sentOnce(cast, 'Which parts do we need?');
    },
    zulip: { clicks: 2, page: 'Starting a new topic' },
    slack: undefined,
  },
  {
    name: 'Write to a person',
    at: '#inbox',
    maxClicks: 3,
    run: async (page, cast) => {
      await page.getByRole('button', { name: 'New direct message' }).click();
      const users = page.getByRole('combobox').first();
      await users.pressSequentially('Kenji');
      await page.getByRole('option', { name: /Kenji/ }).first().waitFor();
      await page.keyboard.press('Enter');
      await composer(page).fill('Do you have the big ladder?');
      await sendButton(page).click();
      await sentOnce(cast, 'Do you have the big ladder?', 'Kenji');
    },
    zulip: { clicks: 2, page: 'Starting a new direct message' },
    slack: undefined,
  },
  {
    name: 'Share a file',
    at: topicAddress('dome', 'night plan'),
    maxClicks: 2,
    run: async (page) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Attach files' }).click();
      const chooser = await choosing;
      await chooser.setFiles({
        name: 'plan.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('comet first'),
      });
      await page.waitForFunction(() =>
        document
          .querySelector<HTMLTextAreaElement>('form[data-region] textarea')
          ?.value.includes('/user_uploads/'),
      );
      await sendButton(page).click();
      await messageWith(page, 'plan.txt').first().waitFor();
    },
    zulip: { clicks: 2, page: 'Share and upload files' },
    slack: undefined,
  },
  {
    name: 'Send a message later',
    at: topicAddress('dome', 'night plan'),
    maxClicks: 2,
    run: async (page) => {
      await composer(page).fill('Good morning, night shift');
      await page.getByRole('button', { name: 'Ways to send' }).click();
      await page.getByRole('menuitem', { name: /^In one hour/ }).click();
      await page.getByText('Your message is scheduled.').waitFor();
    },
    zulip: { clicks: 3, page: 'Schedule a message' },
    slack: { clicks: 2, page: 'How to Schedule a Message in Slack (Carly)' },
  },
];
