import { getAuditEntries } from '@parley/contract/endpoints/audit.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const LABEL = 'Delete own messages within';
const FIELD = 'message_content_delete_limit_seconds';

/** An owner changes a setting, finds the change in the log, looks at it and sets it back; the log-in of the owner is there too. */
export const organizationLog: Journey = {
  name: 'organization-log',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const newest = async () => {
      const { entries } = await stage.cast.as('Iris').call(getAuditEntries, { kinds: ['change'], limit: 1 });
      return entries[0];
    };
    await openView(page, '#organization/messages');
    const choice = page.getByRole('combobox', { name: LABEL });
    const before = await choice.locator('option:checked').textContent();
    await choice.selectOption({ label: '7 days' });
    await eventuallyEqual('the entry at the server', async () => (await newest())?.after[FIELD], 604_800);

    await openView(page, '#organization/log');
    const row = page.getByRole('row', { name: LABEL }).first();
    await row.getByRole('link', { name: LABEL }).click();
    const panel = page.getByRole('complementary', { name: 'Entry' });
    await panel.getByText(`${FIELD}: 604800`).waitFor();
    await panel.getByText('Owner', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Set it back' }).click();
    await eventuallyEqual('the entry of the way back', async () => (await newest())?.before[FIELD], 604_800);
    await openView(page, '#organization/messages');
    await eventuallyEqual(
      'the setting',
      () => page.getByRole('combobox', { name: LABEL }).locator('option:checked').textContent(),
      before,
    );

    await openView(page, '#organization/log');
    await page.getByRole('button', { name: 'Log-ins' }).click();
    await page
      .getByRole('row', { name: /logged in/ })
      .first()
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON lines' }).click(),
    ]);
    await eventuallyEqual('the name of the file', async () => download.suggestedFilename(), 'audit.jsonl');
  },
};
