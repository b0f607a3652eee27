import { page } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleState, exampleUser, ME } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { openQuestion } from '../../parts/question-store.ts';
import { AccountPage } from './account-page.tsx';

const browser = {
  id: 1,
  kind: 'session',
  created: Date.parse('2026-03-03T08:00Z') / 1000,
  last_used: Date.parse('2026-03-17T08:00Z') / 1000,
  client: 'Firefox on Linux',
  address: '192.0.2.7',
  is_current: true,
};
const other = { ...browser, id: 2, client: 'Chrome on Android', is_current: false };
const key = {
  ...browser,
  id: 3,
  kind: 'key',
  client: 'Night log script',
  last_used: null,
  is_current: false,
};

const answers = { '/users/me/exports': { exports: [] } };

/** Requests of the page that do not pass the client: sessions belong to browsers. */
function serverWith(sessions: readonly object[]): readonly string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((path, init) => {
    asked.push(`${init?.method ?? 'GET'} ${path instanceof Request ? path.url : String(path)}`);
    return Promise.resolve(
      Response.json({ result: 'success', sessions, second_steps: [], recovery_codes_left: 0 }),
    );
  });
  return asked;
}

afterEach(() => {
  openQuestion.get()?.answer(false);
  vi.restoreAllMocks();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('browsers are counted, and keys are listed with their last use and an end', async () => {
  const asked = serverWith([browser, other, key]);
  await show(<AccountPage />, { answers });
  await expect.element(page.getByText(/^2 browsers/)).toBeVisible();
  await expect.element(page.getByText(/This one: Firefox on Linux\. Last new one/)).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Night log script.*never/ })).toBeVisible();
  await button('End Night log script').click();
  await expect.poll(() => openQuestion.get()?.title).toBe('End the key Night log script?');
  openQuestion.get()?.answer(true);
  await expect.element(page.getByText(/^None\. A key/)).toBeVisible();
  expect(asked).toContain('DELETE /json/sessions/3');
});

test('a user who is logged in nowhere else has nobody to log out', async () => {
  serverWith([browser]);
  await show(<AccountPage />, { answers });
  await expect.element(page.getByText(/You are logged in nowhere else/)).toBeVisible();
  await expect.element(button('Log out the others')).toBeDisabled();
});

test('a failure to read the devices is told in its line', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await show(<AccountPage />, { answers });
  await expect.element(page.getByText(/cannot be reached/).first()).toBeVisible();
});

test('controls that the organization does not allow say why', async () => {
  serverWith([browser]);
  await show(<AccountPage />, {
    answers,
    state: exampleState({
      is_owner: true,
      is_admin: false,
      realm_email_changes_disabled: true,
      realm_password_auth_enabled: false,
      realm_users: [exampleUser(ME, 'Iris Lindqvist', { role: 100 }), exampleUser(11, 'Bram Okafor')],
    }),
  });
  await expect
    .element(page.getByText('You are the only owner: make somebody else an owner first'))
    .toBeVisible();
  await expect.element(button('Deactivate')).toBeDisabled();
  await expect.element(page.getByText('This organization logs in without passwords')).toBeVisible();
  await expect.element(button('Change password')).toBeDisabled();
});

test('an owner beside another owner may leave', async () => {
  serverWith([browser]);
  await show(<AccountPage />, {
    answers,
    state: exampleState({
      is_owner: true,
      realm_users: [
        exampleUser(ME, 'Iris Lindqvist', { role: 100 }),
        exampleUser(11, 'Bram Okafor', { role: 100 }),
      ],
    }),
  });
  await expect.element(button('Deactivate')).toBeEnabled();
});
