import { useState, type ReactElement } from 'react';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { show } from '../../../test/components/show.tsx';
import { RemindMenu } from './remind-menu.tsx';

test('a reminder takes any date and time', async () => {
  const anchor = document.createElement('div');
  document.body.append(anchor);
  const { asked } = await show(<Desk anchor={anchor} />);
  await page.getByRole('menuitem', { name: 'Choose date and time' }).click();
  await page.getByLabelText('Date and time').fill('2999-03-09T08:30');
  await page.getByRole('button', { name: 'Remind me' }).click();
  const seconds = String(new Date('2999-03-09T08:30').getTime() / 1000);
  await expect.poll(() => asked.map(({ path, body }) => `${path} ${body}`).join()).toContain(seconds);
  await expect.poll(() => page.getByRole('dialog').query()).toBeNull();
  anchor.remove();
});

/** Takes the menu away when it closes, as the list of messages does. */
function Desk({ anchor }: { readonly anchor: HTMLElement }): ReactElement | null {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? <RemindMenu messageId={7} anchor={anchor} onClose={() => setOpen(false)} /> : null;
}
