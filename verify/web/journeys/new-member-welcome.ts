import { createInviteLink } from '@parley/contract/endpoints/invites.ts';
import { openConversation, write } from '../support/app.ts';
import { joinWith } from '../support/joining.ts';
import type { Journey } from './journey.ts';

/** A new member finds three steps and a conversation that says what is different here; the list ends with the first message. */
export const newMemberWelcome: Journey = {
  name: 'new-member-welcome',
  run: async ({ stage, visit }) => {
    const { invite_link: link } = await stage.cast
      .as('Iris')
      .call(createInviteLink, { include_realm_default_subscriptions: true });
    const { page } = await visit({ user: undefined });
    await joinWith(page, link, { name: 'Vera Lund', email: 'vera@observatory.example' });
    const steps = page.getByRole('region', { name: /^Welcome to Observatory/ });
    await steps.getByText('1 of 3 done').waitFor();
    const welcome = page.getByRole('main').getByRole('link', { name: /Notification Bot/ });
    await welcome.first().click();
    await page.getByText('Every message belongs to a topic.').waitFor();
    await page.goBack();
    await steps.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('feed').getByRole('article').first().waitFor();
    await write(page, 'Hello, I am new here');
    await page.getByRole('article').filter({ hasText: 'Hello, I am new here' }).waitFor();
    await page.goto('/#inbox');
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    await steps.waitFor({ state: 'detached' });
    await openConversation(page, '#feed');
  },
};
