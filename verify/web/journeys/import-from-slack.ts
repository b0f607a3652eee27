import { getRealmImports } from '@parley/contract/endpoints/realm-imports.ts';
import { writeSlack } from '@parley/test-support/chat-archives/slack.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** An owner sends an archive of Slack, sees what it has, imports it, compares messages and takes it back; another browser follows. */
export const importFromSlack: Journey = {
  name: 'import-from-slack',
  run: async ({ stage: { cast }, visit, expectProblems }) => {
    // An import ends all queues, and pages register again.
    expectProblems(/status of 400/);
    const directory = mkdtempSync(path.join(tmpdir(), 'parley-slack-'));
    try {
      const archive = await writeSlack(path.join(directory, 'slack.zip'));
      const { page } = await visit();
      await openView(page, '#organization/data');
      await page.getByRole('button', { name: 'Import…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Import from another chat' });
      await dialog.getByLabel('Archive', { exact: true }).setInputFiles(archive);
      await dialog.getByRole('button', { name: 'Send and look' }).click();
      const content = page.getByRole('table', { name: 'Content' });
      await content.getByRole('rowheader', { name: 'messages in channels' }).waitFor();
      const state = async () => (await cast.as('Iris').call(getRealmImports, {})).imports[0]?.state;
      await eventuallyEqual('the state before the start', state, 'checked');

      const { page: second } = await visit();
      await openView(second, '#organization/data');
      await second.getByText('This is in the archive. Nothing is changed yet.').waitFor();
      await second.getByRole('link', { name: /^Report/ }).click();
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('button', { name: 'Take it back' }).waitFor();
      await eventuallyEqual('the state after the import', state, 'done');
      await page.getByRole('table', { name: 'Spot check' }).getByRole('link').first().waitFor();
      await second.reload();
      await second.getByRole('button', { name: 'Take it back' }).click();
      await second.getByRole('dialog').getByRole('button', { name: 'Take it back' }).click();
      await second.getByText(/^Taken back: /).waitFor();
      await eventuallyEqual('the state at the end', state, 'taken_back');
      await page.reload();
      await page.getByText(/^Taken back: /).waitFor();
      // No event tells that an account was deleted for good: pages that are open do not have `is_deleted` of its user.
      for (const one of [page, second]) await one.close();
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  },
};
