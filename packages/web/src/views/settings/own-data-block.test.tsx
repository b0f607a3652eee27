import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { show } from '../../../test/components/show.tsx';
import { OwnDataBlock } from './own-data-block.tsx';

const ready = {
  id: 3,
  state: 'ready',
  requested: Date.parse('2026-03-17T08:00Z') / 1000,
  expires: Date.parse('2026-03-24T08:00Z') / 1000,
  size: 840_000,
  url: 'https://example.org/user_uploads/personal/x/my-data-3.tar',
};
const pending = { ...ready, state: 'pending', expires: null, size: null, url: null };

const PATH = '/users/me/exports';
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('a user asks for an export, and downloads it when it is ready', async () => {
  const answers: Record<string, object> = { [PATH]: { exports: [], id: 3 } };
  const { asked } = await show(<OwnDataBlock />, { answers });
  await expect.element(page.getByText(/^Your messages, settings and files/)).toBeVisible();
  answers[PATH] = { exports: [pending], id: 3 };
  await button('Export').click();
  await expect.element(page.getByText(/^Being made/)).toBeVisible();
  await expect.element(button('Export')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Export')).toHaveFocus();
  answers[PATH] = { exports: [ready] };
  await expect.element(button('Download')).toBeVisible();
  await expect.element(page.getByText(/840 kB\. Deleted after a week/)).toBeVisible();
  expect(asked.map(({ method }) => method)).toContain('POST');
});

test('a failed export is told and can be repeated', async () => {
  await show(<OwnDataBlock />, { answers: { [PATH]: { exports: [{ ...pending, state: 'failed' }] } } });
  await expect.element(page.getByText('The last export failed. Try again later.')).toBeVisible();
  await expect.element(button('Export')).toBeEnabled();
});

test('a failure to read the exports is told', async () => {
  await show(<OwnDataBlock />, { refused: [PATH] });
  await expect.element(page.getByText('The server has a problem.')).toBeVisible();
});
