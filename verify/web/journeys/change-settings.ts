import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { State } from '@parley/client';
import { allowNotifications } from '../support/browser.ts';
import { openView, sidebar } from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

type UserSettings = NonNullable<State['user_settings']>;

/** Notification settings and a pause reach the server, another browser ends the pause, the look stays on the device, and the browser is asked once. */
export const changeSettings: Journey = {
  name: 'change-settings',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { page, context } = await visit();
    await page.goto('/#settings/notifications');
    const note = page.getByText(/^This browser (does not show|blocks)/);
    await note.waitFor();
    const box = page.getByRole('checkbox', { name: 'Followed topics: sound' });
    const wanted = !(await box.isChecked());
    await box.click();
    const stored = async <K extends keyof UserSettings>(name: K): Promise<UserSettings[K] | undefined> => {
      const { user_settings: settings } = await stage.cast
        .as('Iris')
        .call(registerQueue, { fetch_event_types: ['user_settings'], event_types: [] });
      return settings?.[name];
    };
    const sound = () => stored('enable_followed_topic_audible_notifications');
    await eventuallyEqual('the setting at the server', sound, wanted);
    await eventuallyEqual('the setting on the page', () => box.isChecked(), wanted);
    await page.getByRole('switch', { name: /^Nothing rings/ }).click();
    const from = page.getByRole('group', { name: 'Quiet hours' }).getByLabel('From');
    await from.fill('21:30');
    await from.blur();
    await eventuallyEqual(
      'the quiet hours at the server',
      () => stored('do_not_disturb_hours'),
      'Mo-Su 21:30-07:00',
    );
    const { page: second } = await visit();
    await openView(second, '#inbox');
    await page.getByRole('button', { name: 'An hour' }).click();
    const paused = async () => Math.round(((await stored('do_not_disturb_until')) ?? 0) - Date.now() / 1000);
    await eventually(async () => {
      const left = await paused();
      if (left < 3000 || left > 3601) throw new Error(`The pause ends in ${left} s at the server.`);
    });
    await sidebar(second).getByRole('button', { name: 'Settings' }).click();
    await second.getByRole('menuitem', { name: /^Resume notifications/ }).click();
    await eventuallyEqual('the pause at the server', () => stored('do_not_disturb_until'), 0);
    await page.getByText(/^Paused until/).waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Look' }).click();
    await page.getByText('Kept on this device only').waitFor();
    await page.getByRole('group', { name: 'Density' }).getByRole('button', { name: 'Compact' }).click();
    await allowNotifications(context);
    await page.goto('/#settings/notifications');
    await page.reload();
    await box.waitFor();
    if ((await note.count()) > 0) throw new Error('The page asks for a permission that it has.');
    const density = () => page.evaluate(() => document.documentElement.dataset['density']);
    await eventuallyEqual('the density after a reload', density, 'compact');
  },
};
