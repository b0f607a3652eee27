import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { exampleChannel, exampleEvent, exampleState, ME } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { openQuestion } from '../../../parts/question-store.ts';
import { DataPage } from './data-page.tsx';

const READY = {
  id: 1,
  acting_user_id: ME,
  export_time: Date.parse('2026-03-10T08:00Z') / 1000,
  export_type: 'public',
  export_url: 'https://example.org/user_uploads/exports/x.tar',
  pending: false,
  deleted_timestamp: null,
  failed_timestamp: null,
  export_from_prior_server: false,
};
const PENDING = { ...READY, id: 2, export_url: null, pending: true };

const state = (parts: object = {}) =>
  exampleState({
    is_admin: true,
    is_owner: true,
    realm_message_retention_days: -1,
    server_min_deactivated_realm_deletion_days: 14,
    ...parts,
  });
const NOTHING = {
  '/export/realm': { exports: [], id: 1 },
  '/holds': { holds: [], id: 1 },
  '/import/realm': { imports: [], id: 1 },
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('an export is asked for with its kind, watched by events, and deleted after a question', async () => {
  const consents = [
    { user_id: ME, consented: true, email_address_visibility: 1 },
    { user_id: 11, consented: false, email_address_visibility: 1 },
  ];
  const answers = { ...NOTHING, '/export/realm/consents': { export_consents: consents } };
  const { asked, happen } = await show(<DataPage />, { state: state(), answers });
  await expect.element(page.getByText(/^None yet\. An export is an archive/)).toBeVisible();
  await button('New export').click();
  const dialog = page.getByRole('dialog', { name: 'New export' });
  await expect.element(dialog.getByText(/^1 of 2 people allow it/)).toBeVisible();
  await dialog.getByRole('radio', { name: /^Public, and private/ }).click();
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => asked.at(-1)?.body).toBe('export_type=full_with_consent');
  happen(exampleEvent({ type: 'realm_export', exports: [PENDING] }));
  await expect.element(page.getByText('Being made. Everybody can go on meanwhile.')).toBeVisible();
  happen(exampleEvent({ type: 'realm_export', exports: [READY] }));
  await button(/^Delete the export of/).click();
  await expect.poll(() => openQuestion.get()?.title).toBe('Delete this export?');
  openQuestion.get()?.answer(true);
  await expect.poll(() => `${asked.at(-1)?.method} ${asked.at(-1)?.path}`).toBe('DELETE /export/realm/1');
});

test('exports that failed, were deleted or are elsewhere say so and cannot be downloaded', async () => {
  const gone = { ...READY, export_url: null };
  const exports = [
    { ...gone, id: 1, failed_timestamp: READY.export_time },
    { ...gone, id: 2, deleted_timestamp: READY.export_time },
    { ...gone, id: 3, export_from_prior_server: true },
  ];
  await show(<DataPage />, { state: state(), answers: { ...NOTHING, '/export/realm': { exports } } });
  await expect.element(page.getByText(/^Failed\. Try it again/)).toBeVisible();
  await expect.element(page.getByText(/^Deleted: /)).toBeVisible();
  await expect.element(page.getByText('Made on an earlier server')).toBeVisible();
  expect(button(/^Download/).query()).toBeNull();
});

test('a hold on a channel is placed with its reason, and released after a question', async () => {
  const answers: Record<string, object> = { ...NOTHING };
  const { asked } = await show(<DataPage />, { state: state(), answers });
  await expect.element(page.getByText('Nothing is on hold.')).toBeVisible();
  await button('New hold').click();
  await expect.element(button('Place hold')).toBeDisabled();
  await page.getByRole('combobox', { name: 'Person or channel' }).fill('#dome');
  await page.getByRole('option', { name: /dome/ }).click();
  await page.getByLabelText('Reason').fill('Case 7');
  const hold = { id: 5, user_id: null, stream_id: 1, reason: 'Case 7', creator_id: ME, created: 1 };
  answers['/holds'] = { holds: [hold], id: 5 };
  await button('Place hold').click();
  await expect
    .poll(() => asked.find(({ method }) => method === 'POST')?.body)
    .toBe('stream_id=1&reason=Case+7');
  await button('Release dome').click();
  answers['/holds'] = { holds: [], id: 5 };
  await expect.poll(() => openQuestion.get()?.title).toBe('Release the hold on dome?');
  openQuestion.get()?.answer(true);
  await expect.element(page.getByText('Nothing is on hold.')).toBeVisible();
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /holds/5');
});

test('the deletion needs the name of the organization and travels with its days', async () => {
  const { asked } = await show(<DataPage />, { state: state(), answers: NOTHING });
  await button('Delete…').click();
  const end = button('Deactivate now, delete later');
  await expect.element(end).toBeDisabled();
  await page.getByLabelText('Everything is deleted after').selectOptions('60 days');
  await page.getByLabelText('Type the name of the organization').fill('Observatory');
  await end.click();
  await expect.poll(() => asked.at(-1)?.body).toBe('deletion_delay_days=60');
});

test('administrators export and cannot end, members only read who may', async () => {
  const { asked } = await show(<DataPage />, {
    state: state({
      is_admin: false,
      is_owner: false,
      subscriptions: [exampleChannel(1, 'dome', { message_retention_days: 30 })],
    }),
    answers: NOTHING,
  });
  await expect.element(page.getByText('Administrators may export')).toBeVisible();
  await expect.element(page.getByText('Owners see and place holds')).toBeVisible();
  await expect.element(button('Deactivate…')).toBeDisabled();
  await expect.element(page.getByText('1 channel', { exact: true })).toBeVisible();
  expect(asked).toEqual([]);
});

test('a failure to read exports and holds is told', async () => {
  await show(<DataPage />, { state: state(), refused: ['/export/realm', '/holds'] });
  await vi.waitFor(() => expect(page.getByRole('alert').all()).toHaveLength(2));
});
