import { getHolds } from '@parley/contract/endpoints/holds.ts';
import { getRealmExports } from '@parley/contract/endpoints/realm-exports.ts';
import { readFile } from 'node:fs/promises';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const WORDS = 'the comet is public';

/** An owner exports, downloads and deletes an archive, which another browser follows, and holds a channel. */
export const organizationData: Journey = {
  name: 'organization-data',
  run: async ({ stage: { cast }, visit }) => {
    await say(cast, 'Chen', 'dome', 'night plan', WORDS);
    const { page: member } = await visit({ user: 'Chen' });
    await openView(member, '#settings/account');
    await member.getByText('Exports of administrators may have your private messages').click();
    const { page: second } = await visit();
    await openView(second, '#organization/data');
    const { page } = await visit();
    await openView(page, '#organization/data');

    await page.getByRole('button', { name: 'New export' }).click();
    const dialog = page.getByRole('dialog', { name: 'New export' });
    await dialog.getByText(/^1 of \d+ people allow it/).waitFor();
    await dialog.getByRole('button', { name: 'Export' }).click();
    await second.getByRole('rowheader', { name: /^Everything that is public/ }).waitFor();
    const button = second.getByRole('button', { name: /^Download the export of/ });
    await button.waitFor();
    const downloading = second.waitForEvent('download');
    await button.click();
    const archive = await readFile(await (await downloading).path());
    for (const text of ['manifest.json', WORDS])
      if (!archive.includes(text)) throw new Error(`The archive lacks ${text}.`);
    await second.getByRole('button', { name: /^Delete the export of/ }).click();
    await second.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(/^Deleted: Today/).waitFor();
    const { exports } = await cast.as('Iris').call(getRealmExports, {});
    if (exports.some(({ export_url: url }) => url !== null)) throw new Error('The archive is still there.');

    await page.getByRole('button', { name: 'New hold' }).click();
    await page.getByRole('combobox', { name: 'Person or channel' }).fill('#dome');
    await page.getByRole('option', { name: /dome/ }).first().click();
    await page.getByLabel('Reason').fill('Case 7');
    await page.getByRole('button', { name: 'Place hold' }).click();
    await page.getByRole('button', { name: 'Release dome' }).waitFor();
    const held = async () => (await cast.as('Iris').call(getHolds, {})).holds.map(({ reason }) => reason);
    await eventuallyEqual('holds at the server', held, ['Case 7']);
    await page.getByRole('button', { name: 'Release dome' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await eventuallyEqual('holds after the release', held, []);
  },
};
