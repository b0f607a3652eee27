import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { getSubscriptions } from '@parley/contract/endpoints/subscriptions.ts';
import type { Page } from 'playwright-core';
import { openView, sidebar } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Stage } from '../support/stage.ts';
import type { Journey } from './journey.ts';

const PRIVATE = 'secret plans';

/** A user who leaves a channel finds the way back; leaving one that has no way back asks first. */
export const leaveAndJoin: Journey = {
  name: 'leave-and-join',
  run: async ({ stage, visit }) => {
    await stage.cast.as('Iris').call(subscribe, {
      subscriptions: [{ name: PRIVATE }],
      invite_only: true,
      principals: [stage.cast.idOf('Iris'), stage.cast.idOf('Bram')],
    });
    await say(stage.cast, 'Iris', 'lunch', 'soup', 'Unread, also after the way out and back');
    const { page } = await visit({ user: 'Bram' });
    await openView(page, '#inbox');
    await leave(page, 'lunch');
    await isSubscribed(stage, 'lunch', false);
    await joinFromTheSidebar(page, 'lunch');
    await isSubscribed(stage, 'lunch', true);
    await leave(page, 'lunch');
    await isSubscribed(stage, 'lunch', false);
    await joinFromThePalette(page, 'lunch');
    await isSubscribed(stage, 'lunch', true);
    await leavePrivate(page);
    await isSubscribed(stage, PRIVATE, false);
    if ((await page.getByRole('button', { name: 'Undo' }).count()) > 0)
      throw new Error('The page offers to join a private channel again, which fails.');
  },
};

async function leave(page: Page, channel: string): Promise<void> {
  await channelLink(page, channel).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Leave|^Unsubscribe/ }).click();
}

async function joinFromTheSidebar(page: Page, channel: string): Promise<void> {
  await sidebar(page).getByRole('link', { name: 'Channels', exact: true }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: `Join ${channel}` })
    .click();
  await channelLink(page, channel).waitFor();
}

async function joinFromThePalette(page: Page, channel: string): Promise<void> {
  // The list of channels has a filter of its own, to which Q leads.
  await page.keyboard.press('Control+K');
  await page.getByRole('combobox', { name: 'Go to or do' }).fill(`#${channel.slice(0, 3)}`);
  await page
    .getByRole('group', { name: 'Channels you have not joined' })
    .getByRole('option', { name: channel })
    .waitFor();
  await page.keyboard.press('Shift+Enter');
  await page.getByRole('heading', { name: channel }).waitFor();
  await channelLink(page, channel).waitFor();
}

async function leavePrivate(page: Page): Promise<void> {
  const question = page.getByRole('dialog', { name: `Leave ${PRIVATE}?` });
  await leave(page, PRIVATE);
  await question.getByText('One of its subscribers has to add you').waitFor();
  await question.getByRole('button', { name: 'Stay' }).click();
  await channelLink(page, PRIVATE).waitFor();
  await leave(page, PRIVATE);
  await question.getByRole('button', { name: 'Leave' }).click();
  await channelLink(page, PRIVATE).waitFor({ state: 'detached' });
}

function channelLink(page: Page, channel: string) {
  return sidebar(page).getByRole('link', { name: new RegExp(`^${channel}`) });
}

function isSubscribed({ cast }: Stage, channel: string, wanted: boolean): Promise<void> {
  return eventuallyEqual(
    `Bram's subscription to ${channel}`,
    async () => {
      const { subscriptions } = await cast.as('Bram').call(getSubscriptions, {});
      return subscriptions.some(({ name }) => name === channel);
    },
    wanted,
  );
}
