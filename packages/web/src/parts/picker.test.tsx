import { useState, type ReactElement } from 'react';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Picker, type PickerChip, type PickerOption } from './picker.tsx';

const OPTIONS: readonly PickerOption[] = [
  { key: '11', name: 'Bram Okafor' },
  { key: '12', name: 'Chen Wei' },
] as readonly PickerOption[];

function People({ onList }: { readonly onList?: (parts: readonly string[]) => void }): ReactElement {
  const [chips, setChips] = useState<readonly PickerChip[]>([]);
  const [query, setQuery] = useState('');
  const options = OPTIONS.filter(({ name }) => query !== '' && name.toLowerCase().includes(query));
  return (
    <Picker
      label="People"
      placeholder="Name"
      chips={chips}
      query={query}
      options={options}
      onQuery={setQuery}
      onAdd={(option) => setChips([...chips, option])}
      onRemove={(key) => setChips(chips.filter((chip) => chip.key !== key))}
      onList={(parts) => onList?.(parts)}
    />
  );
}

test('a typed name becomes a chip, and Backspace removes it', async () => {
  await render(<People />);
  await page.getByRole('combobox', { name: 'People' }).fill('bram');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Bram Okafor')).toBeVisible();
  await userEvent.keyboard('{Backspace}');
  await expect.element(page.getByText('Bram Okafor')).not.toBeInTheDocument();
});

test('a typed text that fits no option is handed over as a list', async () => {
  const lists: (readonly string[])[] = [];
  await render(<People onList={(parts) => lists.push(parts)} />);
  await page.getByRole('combobox', { name: 'People' }).fill('dara@example.org');
  await userEvent.keyboard('{Enter}');
  expect(lists).toEqual([['dara@example.org']]);
});
