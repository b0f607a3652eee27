import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Waiting } from './waiting.tsx';

test('grey shapes show after 150 ms, and never before', async () => {
  await render(
    <div data-testid="place">
      <Waiting kind="rows" />
    </div>,
  );
  const shapes = page.getByTestId('place').element().querySelector('[data-waiting]') as HTMLElement;
  const [animation] = shapes.getAnimations();
  if (animation === undefined) throw new Error('Nothing delays the shapes.');
  animation.pause();
  animation.currentTime = 149;
  expect(getComputedStyle(shapes).visibility).toBe('hidden');
  animation.currentTime = 152;
  expect(getComputedStyle(shapes).visibility).toBe('visible');
});
