import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleState } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { shownToast } from '../../parts/toast-store.ts';
import { DraftsView } from './drafts-view.tsx';
import { ScheduledView } from './scheduled-view.tsx';

const MOTORS = { kind: 'topic', channelId: 1, topic: 'motors' } as const;
const scheduled = {
  scheduled_message_id: 7,
  type: 'stream',
  to: 1,
  topic: 'motors',
  content: 'Good morning',
  rendered_content: '<p>Good morning</p>',
  scheduled_delivery_timestamp: 4_000_000_000,
  failed: false,
};

test('a draft stands with its place, and comes back after it was deleted', async () => {
  const { chat } = await show(<DraftsView />);
  chat.drafts.set(MOTORS, 'Half a sentence');
  await expect.element(page.getByText('Half a sentence')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /motors/ })).toBeVisible();
  await page.getByRole('button', { name: 'Delete the draft' }).click();
  await expect.poll(() => page.getByText('Half a sentence').query()).toBeNull();
  shownToast.get()?.action?.run();
  await expect.element(page.getByText('Half a sentence')).toBeVisible();
});

test('scheduled messages are shown, the next one first, and the failed one says so', async () => {
  const sooner = { ...scheduled, scheduled_message_id: 8, content: 'First', failed: true };
  const state = exampleState({
    scheduled_messages: [scheduled, { ...sooner, scheduled_delivery_timestamp: 3_000_000_000 }],
  });
  await show(<ScheduledView />, { state });
  await expect.element(page.getByText('It could not be sent.')).toBeVisible();
  const rows = page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
  expect(rows.map((text) => text?.includes('First'))).toEqual([true, false]);
});

test('editing a scheduled message takes it back and goes to its conversation', async () => {
  const state = exampleState({ scheduled_messages: [scheduled] });
  const { asked, chat, went } = await show(<ScheduledView />, { state });
  await page.getByRole('button', { name: 'Edit, do not send yet' }).click();
  await expect.poll(() => went).toEqual([{ view: 'messages', narrow: MOTORS }]);
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /scheduled_messages/7');
  expect([...chat.drafts.all.get().values()].map(({ text }) => text)).toEqual(['Good morning']);
});

test('a scheduled message gets another time, and its first one again', async () => {
  const state = exampleState({ scheduled_messages: [scheduled] });
  const { asked } = await show(<ScheduledView />, { state });
  const times = () =>
    asked
      .filter(({ method, path }) => method === 'PATCH' && path === '/scheduled_messages/7')
      .map(({ body }) => Number(new URLSearchParams(body).get('scheduled_delivery_timestamp')));
  await page.getByRole('button', { name: 'Change the time' }).click();
  await page.getByLabelText('Date and time').fill('2999-03-09T08:30');
  await page.getByRole('dialog').getByRole('button', { name: 'Change the time' }).click();
  const later = new Date('2999-03-09T08:30').getTime() / 1000;
  await expect.poll(times).toEqual([later]);
  shownToast.get()?.action?.run();
  await expect.poll(times).toEqual([later, scheduled.scheduled_delivery_timestamp]);
});
