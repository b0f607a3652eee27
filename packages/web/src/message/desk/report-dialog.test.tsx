import type { Message } from '@parley/client';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleMessage, exampleState } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { ReportDialog } from './report-dialog.tsx';

const message = exampleMessage(7, 'Buy now') as Message;
const state = exampleState({
  server_report_message_types: [
    { key: 'spam', name: 'Spam' },
    { key: 'other', name: 'Other reason' },
  ],
});

test('another reason needs a note, and a refusal stays in the dialog', async () => {
  const { asked } = await show(<ReportDialog message={message} onClose={() => undefined} />, {
    state,
    refused: ['/messages/7/report'],
  });
  const report = page.getByRole('button', { name: 'Report', exact: true });
  await expect.element(report).toBeEnabled();
  await page.getByLabelText('Reason').selectOptions('Other reason');
  await expect.element(report).toBeDisabled();
  await page.getByLabelText('Note for the moderators').fill('  Again  ');
  await report.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(asked.at(-1)?.body).toBe('report_type=other&description=Again');
});
