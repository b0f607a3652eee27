import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { RadioCards } from './radio-cards.tsx';

test('a card is chosen by its name, and a disabled one says who may', async () => {
  const chosen: string[] = [];
  await render(
    <RadioCards
      label="Who can read it"
      chosen="open"
      cards={[
        { value: 'open', name: 'Open', about: 'All members can join.' },
        { value: 'private', name: 'Private', about: 'Only people who are added.' },
        { value: 'web', name: 'Web-public', about: 'Only owners may choose this.', isDisabled: true },
      ]}
      onChoose={(value) => chosen.push(value)}
    />,
  );
  await page.getByRole('radio', { name: 'Private' }).click();
  expect(chosen).toEqual(['private']);
  const closed = page.getByRole('radio', { name: 'Web-public' });
  await expect.element(closed).toBeDisabled();
  await expect.element(closed).toHaveAccessibleDescription('Only owners may choose this.');
});
