import { Suspense, type ComponentType } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyPart } from './lazy-part.ts';
import { hideToast, shownToast } from './toast-store.ts';

/** A part whose chunk cannot be loaded so many times. */
function partThatFails(times: number): ComponentType<object> {
  let left = times;
  return lazyPart<object>(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>here</p>;
  });
}

const shown = (Part: ComponentType<object>) =>
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );

test('a part whose chunk failed once is there without a word', async () => {
  await shown(partThatFails(1));
  await expect.element(page.getByText('here')).toBeVisible();
  expect(shownToast.get()).toBeUndefined();
});

test('a part that cannot be loaded says so, and appears as soon as it can', async () => {
  await shown(partThatFails(3));
  await expect.element(page.getByText('here')).toBeVisible();
  const told = shownToast.get();
  expect(told).toBeDefined();
  hideToast(told?.id ?? 0);
});

test('a part that was missing is there at once the next time', async () => {
  const Part = partThatFails(1);
  const first = await shown(Part);
  await expect.element(page.getByText('here')).toBeVisible();
  await first.unmount();
  await shown(Part);
  await expect.element(page.getByText('here')).toBeVisible();
});
