import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { lazyPart } from './lazy-part.ts';
import { shownToast } from './toast-store.ts';

test('a part that could not be loaded is loaded again when it is shown again', async () => {
  let loads = 0;
  const Part = lazyPart<object>(async () => {
    loads += 1;
    if (loads === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>here</p>;
  });
  const shown = async (): Promise<{ unmount: () => unknown }> =>
    await render(
      <Suspense>
        <Part />
      </Suspense>,
    );
  const first = await shown();
  await expect.poll(() => shownToast.get()).toBeDefined();
  await first.unmount();
  await shown();
  await expect.element(page.getByText('here')).toBeVisible();
  expect(loads).toBe(2);
});
