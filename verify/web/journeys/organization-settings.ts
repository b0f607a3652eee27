import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { getRealmDomains } from '@parley/contract/endpoints/realm-domains.ts';
import { planet } from '../../../tools/demo/pictures.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const picture = { name: 'mark.png', mimeType: 'image/png', buffer: planet([40, 90, 200]) };

/** An owner changes name, icon, limits, domains and defaults of the organization; another browser shows them, and members read who may. */
export const organizationSettings: Journey = {
  name: 'organization-settings',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const stored = () =>
      stage.cast.as('Iris').call(registerQueue, {
        fetch_event_types: ['realm', 'realm_user_settings_defaults', 'default_streams', 'subscription'],
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
    await page.getByLabel('Icon', { exact: true }).setInputFiles(picture);
    await eventuallyEqual('the icon at the server', async () => (await stored()).realm_icon_source, 'U');
    await page.getByRole('button', { name: 'Remove icon' }).click();
    await eventuallyEqual('the icon after its removal', async () => (await stored()).realm_icon_source, 'G');
    const logo = page.getByRole('group', { name: 'For dark pages' });
    await logo.getByLabel('For dark pages').setInputFiles(picture);
    await logo.getByRole('img', { name: 'Wide logo' }).waitFor();
    await eventuallyEqual('the logo', async () => (await stored()).realm_night_logo_source, 'U');
    await logo.getByRole('button', { name: 'Remove' }).click();
    await eventuallyEqual('the logo afterwards', async () => (await stored()).realm_night_logo_source, 'D');

    await page.getByRole('link', { name: 'Sign-in' }).click();
    await page.getByLabel('Domain', { exact: true }).fill('example.org');
    await page.getByRole('button', { name: 'Add domain' }).click();
    const added = page.getByRole('listitem').filter({ hasText: 'example.org' });
    await added.getByLabel('Names below it too').click();
    const domains = async () =>
      (await stage.cast.as('Iris').call(getRealmDomains, {})).domains
        .filter(({ domain }) => domain === 'example.org')
        .map(({ allow_subdomains: hasNamesBelow }) => hasNamesBelow);
    await eventuallyEqual('the domain at the server', domains, [true]);
    await page.getByRole('button', { name: 'Remove example.org' }).click();
    await eventuallyEqual('the domains after its removal', domains, []);
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the domain after Undo', domains, [true]);

    await page.getByRole('link', { name: 'Defaults' }).click();
    await page.getByLabel('Enter', { exact: true }).selectOption({ label: 'Sends' });
    await eventuallyEqual(
      'Enter of new people at the server',
      async () => (await stored()).realm_user_settings_defaults?.enter_sends,
      true,
    );
    const block = page.locator('[data-setting=default-channels]');
    const isDefault = async (name: string) => {
      const { realm_default_streams: ids = [], subscriptions = [] } = await stored();
      return subscriptions.some((channel) => channel.name === name && ids.includes(channel.stream_id));
    };
    await block.getByRole('combobox').fill('lunch');
    await page.getByRole('option', { name: /lunch/ }).first().click();
    await eventuallyEqual('a channel of new people', () => isDefault('lunch'), true);
    await block.getByRole('button', { name: 'Remove lunch' }).click();
    await eventuallyEqual('the channel after its removal', () => isDefault('lunch'), false);
  },
};
