import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleState } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { KeyHelp } from './key-help.tsx';
import { Palette } from './palette.tsx';

const option = (name: string | RegExp) => page.getByRole('option', { name });
const field = () => page.getByRole('combobox', { name: 'Go to or do' });

test('a person is found by a part of the name, and Enter goes there', async () => {
  let closed = 0;
  const { went } = await show(<Palette onClose={() => (closed += 1)} />);
  await field().fill('chen');
  await expect.element(option(/Chen Wei/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(went).toEqual([{ view: 'messages', narrow: { kind: 'direct', userIds: [12] } }]);
  expect(closed).toBe(1);
});

test('a first character limits the kind', async () => {
  await show(<Palette onClose={() => undefined} />);
  await field().fill('#d');
  await expect.element(option(/dome/)).toBeVisible();
  expect(option(/Chen Wei/).query()).toBeNull();
});

test('channels that one has not joined stand by themselves', async () => {
  const state = exampleState({ never_subscribed: [exampleChannel(2, 'pipeline')] });
  await show(<Palette onClose={() => undefined} />, { state });
  await field().fill('pipel');
  await expect
    .element(page.getByRole('group', { name: 'Channels you have not joined' }).getByText(/pipeline/))
    .toBeVisible();
});

test('what nothing matches can still be searched for', async () => {
  const { went } = await show(<Palette onClose={() => undefined} />);
  await field().fill('qqqq');
  await option(/Search all messages for “qqqq”/).click();
  expect(went).toMatchObject([{ narrow: { kind: 'search', terms: [{ operand: 'qqqq' }] } }]);
});

// The dialog around a field may be loaded later.
test('the field of the palette has the focus', async () => {
  await show(<Palette onClose={() => undefined} />);
  await expect.element(field()).toHaveFocus();
});

test('the field of the keys has the focus', async () => {
  await show(<KeyHelp onClose={() => undefined} />);
  await expect.element(page.getByRole('textbox', { name: 'Find a key or an action' })).toHaveFocus();
});
