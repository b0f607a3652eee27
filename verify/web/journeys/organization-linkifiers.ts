import { getLinkifiers } from '@parley/contract/endpoints/linkifiers.ts';
import { messageWith, openConversation, openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const PATTERN = 'frame-(?P<id>[0-9]{4,8})';

/** An owner tries a linkifier on recent messages, adds, orders and removes it, and adds a playground; messages of another browser have the link. */
export const organizationLinkifiers: Journey = {
  name: 'organization-linkifiers',
  run: async ({ stage: { cast }, visit }) => {
    await say(cast, 'Chen', 'dome', 'night plan', 'compare frame-20412 with `frame-20413`');
    const { page: second } = await visit({ user: 'Bram' });
    await openView(second, '#organization/linkifiers');
    const { page } = await visit();
    await openView(page, '#organization/linkifiers');
    const patterns = async () => {
      const { linkifiers } = await cast.as('Iris').call(getLinkifiers, {});
      return linkifiers.map(({ pattern }) => pattern);
    };
    const before = await patterns();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const form = page.getByRole('form', { name: 'Linkifier' });
    await form.getByLabel('Text', { exact: true }).fill(PATTERN);
    await form.getByText(/^Fits 1 place in the last 1,000 messages/).waitFor();
    await form.getByLabel('Address', { exact: true }).fill('https://archive.example/f/{id}');
    await form.getByRole('button', { name: 'Add linkifier' }).click();
    await second.getByText(PATTERN).waitFor();
    await eventuallyEqual('linkifiers at the server', patterns, [...before, PATTERN]);

    await say(cast, 'Chen', 'dome', 'night plan', 'now frame-20414 is there');
    await openConversation(second, '#narrow/channel/dome/topic/night.20plan');
    const link = messageWith(second, 'now frame-20414').getByRole('link', { name: 'frame-20414' });
    await eventuallyEqual(
      'the address of the link',
      () => link.getAttribute('href'),
      'https://archive.example/f/20414',
    );

    const actions = page.getByRole('button', { name: `Actions for ${PATTERN}` });
    if (before.length > 0) {
      await actions.click();
      await page.getByRole('menuitem', { name: 'Move up' }).click();
      await eventuallyEqual('the order', async () => (await patterns()).at(-2), PATTERN);
    }
    await page.getByRole('button', { name: `Edit ${PATTERN}` }).click();
    await form.getByLabel('Address', { exact: true }).fill('https://archive.example/frames/{id}');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('archive.example/frames/{id}').waitFor();
    await actions.click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await eventuallyEqual('linkifiers after the removal', patterns, before);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('linkifiers after Undo', async () => (await patterns()).includes(PATTERN), true);

    await page.getByRole('button', { name: 'New playground' }).click();
    const dialog = page.getByRole('dialog', { name: 'New playground' });
    await dialog.getByLabel('Name').fill('Rust Playground');
    await dialog.getByLabel('Language').fill('Rust');
    await dialog.getByLabel('Address').fill('https://play.example/?code={code}');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('button', { name: 'Remove Rust Playground' }).click();
    await page.getByText('Playground removed: Rust Playground').waitFor();
  },
};
