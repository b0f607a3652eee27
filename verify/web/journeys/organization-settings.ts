import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** An owner changes name, limits and defaults of the organization; another browser shows them, and members read who may. */
export const organizationSettings: Journey = {
  name: 'organization-settings',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const stored = () =>
      stage.cast.as('Iris').call(registerQueue, {
        fetch_event_types: ['realm', 'realm_user_settings_defaults'],
        event_types: [],
      });
    await openView(page, '#inbox');
    await page.getByRole('button', { name: 'Observatory' }).click();
    await page.getByRole('menuitem', { name: 'Organization' }).click();
    const { page: second } = await visit({ user: 'Bram' });
    await openView(second, '#organization/messages');

    await page.keyboard.press('q');
    await page.keyboard.type('delete own');
    await page.keyboard.press('Enter');
    await page.getByRole('rowheader', { name: 'Delete own messages' }).waitFor();

    await page.getByRole('link', { name: 'Messages', exact: true }).click();
    await page.getByLabel('Delete own messages within').selectOption({ label: '1 hour' });
    await eventuallyEqual(
      'the limit at the server',
      async () => (await stored()).realm_message_content_delete_limit_seconds,
      3600,
    );
    await second.getByText('Administrators may change this').first().waitFor();
    const limit = second.getByLabel('Delete own messages within');
    await eventuallyEqual('the limit in another browser', () => limit.isDisabled(), true);
    await eventuallyEqual(
      'the chosen limit in another browser',
      () => limit.evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.textContent),
      '1 hour',
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual(
      'the limit after Undo',
      async () => (await stored()).realm_message_content_delete_limit_seconds,
      600,
    );

    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    const description = page.getByLabel('Description');
    await description.fill('We look up.');
    await description.blur();
    await eventuallyEqual(
      'the description at the server',
      async () => (await stored()).realm_description,
      'We look up.',
    );

    await page.getByRole('link', { name: 'Sign-in' }).click();
    await page.getByLabel('Domain', { exact: true }).fill('example.org');
    await page.getByRole('button', { name: 'Add domain' }).click();
    await page.getByRole('button', { name: 'Remove example.org' }).waitFor();

    await page.getByRole('link', { name: 'Defaults' }).click();
    await page.getByLabel('Enter', { exact: true }).selectOption({ label: 'Sends' });
    await eventuallyEqual(
      'Enter of new people at the server',
      async () => (await stored()).realm_user_settings_defaults?.enter_sends,
      true,
    );
  },
};
