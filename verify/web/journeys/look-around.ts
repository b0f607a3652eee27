import type { Page } from 'playwright-core';
import { channelTopicsAddress, topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, passwordForm, select, sidebar } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { PASSWORD } from '../support/sample.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** Time for one request of the page. */
const STEP_MS = 5_000;
const TOPIC = 'open night';

/**
 * A visitor without an account reads web-public channels, from the door or by a link, and sees new messages. Everything
 * that needs an account leads to the log-in, which leads back; no request is refused.
 */
export const lookAround: Journey = {
  name: 'look-around',
  run: async ({ stage, visit }) => {
    const { cast } = stage;
    await say(cast, 'Bram', 'general', TOPIC, 'Everybody may look through the telescope on Friday.');
    const { page, context } = await visit({ user: undefined });
    const refused: string[] = [];
    context.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Look around without an account' }).click();
    await page.getByRole('heading', { name: 'Public channels' }).waitFor();
    await page.locator('#main').getByRole('link', { name: 'general' }).click();
    await page.getByText('Everybody may look').waitFor();
    const channels = page.getByRole('navigation', { name: 'Channels and topics' });
    await channels.getByRole('link', { name: TOPIC }).click();
    await messageWith(page, 'Everybody may look').waitFor();
    if ((await composer(page).count()) > 0) throw new Error('A visitor has a composer.');
    if ((await channels.getByText('board').count()) > 0) throw new Error('A visitor sees a private channel.');

    await needsAccount(page, () => page.keyboard.press('r'));
    await needsAccount(page, async () => {
      await messageWith(page, 'Everybody may look').hover();
      await page.getByRole('button', { name: 'React' }).click();
    });
    await page.goto('/#settings/profile');
    await page.getByRole('heading', { name: 'This needs an account' }).waitFor();

    await readsLive(await context.newPage(), () => say(cast, 'Bram', 'general', TOPIC, 'Bring a coat.'));
    if (refused.length > 0) throw new Error(`refused: ${refused.join(', ')}`);

    const { page: other } = await visit({ user: undefined });
    await other.goto(`/${channelTopicsAddress('board')}`);
    await other.getByText('Log in with a password').waitFor();
    await other.goto(`/${topicAddress('general', TOPIC)}`);
    await messageWith(other, 'Bring a coat.').waitFor();
    await logIn(other);
    await messageWith(other, 'Bring a coat.').waitFor();
    await composer(other).waitFor();
  },
};

/** A newly opened page reads by the address alone, and looks again by itself. */
async function readsLive(page: Page, happen: () => Promise<unknown>): Promise<void> {
  await page.clock.install();
  await page.goto(`/${topicAddress('general', TOPIC)}`);
  await messageWith(page, 'Everybody may look').waitFor();
  await happen();
  await eventually(async () => {
    await page.clock.fastForward('00:31');
    await messageWith(page, 'Bring a coat.').waitFor({ timeout: STEP_MS });
  });
  await page.close();
}

/** Asks for an account, and lets the visitor go on reading. */
async function needsAccount(page: Page, act: () => Promise<void>): Promise<void> {
  await select(messageWith(page, 'Everybody may look'));
  await act();
  await page.getByRole('dialog', { name: 'This needs an account' }).waitFor();
  await page.getByRole('button', { name: 'Go on reading' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Visitor' }).getByRole('button', { name: 'Log in' }).click();
  await passwordForm(page);
  await page.getByLabel('E-mail').fill('iris@observatory.example');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await sidebar(page).getByText('Iris Lindqvist').waitFor();
}
