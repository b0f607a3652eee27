import type { Page } from 'playwright-core';
import { messageWith, openConversation, sidebar, write } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { joinWith } from '../support/joining.ts';
import type { BeginningJourney } from './journey.ts';

/**
 * An empty server becomes an organization in the browser, with nothing but the code that it printed; a second user joins
 * by link on a phone, and both chat.
 */
export const beginOnEmptyServer: BeginningJourney = {
  name: 'begin-on-empty-server',
  hasWorker: true,
  beginsEmpty: true,
  run: async ({ stage, visit, expectProblems }) => {
    // The wrong code of this journey.
    expectProblems(/status of 401/);
    const { page: owner } = await visit({ user: undefined });
    await begin(owner, () => stage.printedCode());
    await sidebar(owner).getByText('Iris Lindqvist').waitFor();
    await sidebar(owner).getByRole('link', { name: /^dome/ }).waitFor();
    await owner.getByText('0 of 4 done').waitFor();
    await sidebar(owner).getByRole('button', { name: 'Observatory' }).click();
    await owner.getByRole('menuitem', { name: /^Invite people/ }).click();
    const link = await owner.getByLabel('Link that invites').inputValue();
    await owner.getByRole('button', { name: 'Done' }).click();

    const { page: phone } = await visit({ user: undefined, viewport: 'phone' });
    await joinWith(phone, link, { name: 'Frieda Adeyemi', email: 'frieda@observatory.example' });
    await phone.getByRole('heading', { name: 'Inbox' }).waitFor();
    const welcome = await welcomeAddress(owner);
    await openConversation(owner, welcome);
    await openConversation(phone, welcome);
    await write(phone, 'Hello from the phone');
    await messageWith(owner, 'Hello from the phone').waitFor();
    await write(owner, 'Hello from the desk');
    await messageWith(phone, 'Hello from the desk').waitFor();

    await owner.goto('/#inbox');
    await owner.getByText('2 of 4 done').waitFor();
    await owner.getByRole('button', { name: 'Not now' }).click();
    await owner.reload();
    // A message is read when it was in sight for a moment, which the way to the inbox may have cut off.
    await openConversation(owner, welcome);
    await messageWith(owner, 'Hello from the phone').waitFor();
    const inbox = sidebar(owner).getByRole('link', { name: /^Inbox/ });
    await eventuallyEqual('unread messages', async () => /\d/.test(await inbox.innerText()), false);
    await owner.goto('/#inbox');
    await owner.getByText('Nothing unread').waitFor();
    if (await owner.getByText('of 4 done').isVisible()) throw new Error('The list came back.');

    const late = await fetch(`${stage.url}/json/setup/code`, {
      method: 'POST',
      headers: { origin: stage.url, 'x-parley': 'web' },
      body: new URLSearchParams({ code: '0000-0000' }),
    });
    if (late.status !== 404) throw new Error(`The set-up still answers: ${late.status}`);
  },
};

async function begin(page: Page, printedCode: () => Promise<string>): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { name: 'Parley is running' }).waitFor();
  await page.getByLabel('Code of the server').fill('0000-0000');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('alert').filter({ hasText: 'not the code' }).waitFor();
  await page.getByLabel('Code of the server').fill((await printedCode()).toLowerCase());
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByLabel('Name of the organization').fill('Observatory');
  await page.getByLabel('Your name').fill('Iris Lindqvist');
  await page.getByLabel('E-mail').fill('iris@observatory.example');
  await page.getByLabel('Password', { exact: true }).fill('seven stars over the dome');
  await page.getByRole('combobox', { name: 'First channels' }).fill('dome');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Make Observatory' }).click();
}

/** The first message is in the channel of announcements. */
async function welcomeAddress(page: Page): Promise<string> {
  const href = await sidebar(page)
    .getByRole('link', { name: /^general/ })
    .getAttribute('href');
  const channel = /channel\/([\w-]+)/.exec(href ?? '')?.[1] ?? '';
  return `#narrow/channel/${channel}/topic/welcome`;
}
