import { page } from 'vitest/browser';
import { afterEach, expect, test } from 'vitest';
import { exampleState, exampleUser } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { hideKept, shownKept } from '../../parts/kept-store.ts';
import { SettingsView } from './settings-view.tsx';

const settings = {
  enter_sends: true,
  timezone: 'Europe/Oslo',
  twenty_four_hour_time: true,
  do_not_disturb_hours: '',
  email_notifications_batching_period_seconds: 120,
};
const state = exampleState({ user_settings: settings });
const bodies = (asked: readonly { readonly body: string }[]): string =>
  asked.map(({ body }) => decodeURIComponent(body.replaceAll('+', ' '))).join('\n');

afterEach(() => {
  const { id } = shownKept.get() ?? {};
  if (id !== undefined) hideKept(id);
});

test('the menu names the pages, and the field finds a setting by its words', async () => {
  const { went } = await show(<SettingsView page="writing" />, { state });
  await expect.element(page.getByRole('link', { name: 'Writing' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('textbox', { name: 'Find a setting' }).fill('quiet');
  await expect.element(page.getByRole('link', { name: /Quiet hours/ })).toBeVisible();
  expect(went).toEqual([]);
});

test('a page that there is not says so', async () => {
  await show(<SettingsView page="spectrograph" />, { state });
  await expect.element(page.getByText('There is no settings page “spectrograph”.')).toBeVisible();
});

test('the key that sends is saved at once, with a way back', async () => {
  const { asked } = await show(<SettingsView page="writing" />, { state });
  await page.getByRole('radio', { name: /Enter makes a new line/ }).click();
  await expect.poll(() => bodies(asked)).toContain('enter_sends=false');
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('quiet hours begin with usual ones', async () => {
  const { asked } = await show(<SettingsView page="notifications" />, { state });
  await page.getByRole('switch', { name: /^Nothing rings/ }).click();
  await expect.poll(() => bodies(asked)).toContain('Mo-Su 22:00-07:00');
});

test('a refused change leaves the setting as it was', async () => {
  await show(<SettingsView page="writing" />, { state, refused: ['/settings'] });
  await page.getByRole('radio', { name: /Enter makes a new line/ }).click();
  await expect.element(page.getByRole('radio', { name: /Enter sends/ })).toBeChecked();
});

test('people and topics that are muted can be heard again', async () => {
  const muted = exampleState({
    user_settings: settings,
    muted_users: [{ id: 12, timestamp: 1_772_000_000 }],
    realm_users: [exampleUser(10, 'Iris Lindqvist'), exampleUser(12, 'Chen Wei')],
  });
  const { asked } = await show(<SettingsView page="muted" />, { state: muted });
  await expect.element(page.getByText('Chen Wei')).toBeVisible();
  await page
    .getByRole('button', { name: /Chen Wei/ })
    .last()
    .click();
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('DELETE /users/me/muted_users/12');
});
