import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { IconButton } from './icon-button.tsx';
import { Tooltips } from './tooltip.tsx';

test('a tooltip stands beside its control, inside the page', async () => {
  await render(
    <>
      <IconButton icon="check" label="Mark as read" shortcut="Shift E" style={{ margin: '200px' }} />
      <Tooltips />
    </>,
  );
  const button = page.getByRole('button', { name: 'Mark as read' });
  await button.hover();
  const tip = page.getByText('Shift E');
  await expect.element(tip).toBeVisible();
  const control = button.element().getBoundingClientRect();
  const { top, bottom, left, right } = tip.element().parentElement!.getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(control.top);
  expect(top).toBeGreaterThan(control.top - 40);
  expect(left).toBeLessThan(control.left);
  expect(right).toBeGreaterThan(control.right);
});
