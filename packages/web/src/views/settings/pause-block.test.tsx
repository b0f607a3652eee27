import { page } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleState } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { shownKept } from '../../parts/kept-store.ts';
import { PauseBlock } from './pause-block.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

function paused(until: number) {
  return exampleState({
    user_settings: { timezone: '', twenty_four_hour_time: true, do_not_disturb_until: until },
  });
}

test('a chip pauses for its time, Undo ends the pause', async () => {
  const { asked } = await show(<PauseBlock />, { state: paused(0) });
  expect(page.getByText(/^Paused until/).query()).toBeNull();
  await page.getByRole('button', { name: 'An hour' }).click();
  await expect.element(page.getByText(/^Paused until/)).toBeVisible();
  await expect.poll(() => shownKept.get()?.text).toMatch(/^Notifications are paused until/);
  const until = Number(new URLSearchParams(asked.at(-1)?.body).get('do_not_disturb_until'));
  expect(Math.abs(until - nowSeconds() - 3600)).toBeLessThan(60);
  shownKept.get()?.undo?.();
  await expect.poll(() => asked.at(-1)?.body).toBe('do_not_disturb_until=0');
});

test('a pause can be made longer or ended', async () => {
  const until = nowSeconds() + 600;
  const { asked } = await show(<PauseBlock />, { state: paused(until) });
  await page.getByRole('button', { name: '30 min more' }).click();
  await expect.poll(() => asked.at(-1)?.body).toBe(`do_not_disturb_until=${until + 1800}`);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => asked.at(-1)?.body).toBe('do_not_disturb_until=0');
});

test('a pause ends by itself', async () => {
  const until = nowSeconds() + 60;
  // The clock stands still just before the end; timers run.
  vi.useFakeTimers({ toFake: ['Date'], now: until * 1000 - 100 });
  await show(<PauseBlock />, { state: paused(until) });
  await expect.element(page.getByText(/^Paused until/)).toBeVisible();
  vi.setSystemTime(until * 1000);
  await expect.poll(() => page.getByText(/^Paused until/).query()).toBeNull();
});
