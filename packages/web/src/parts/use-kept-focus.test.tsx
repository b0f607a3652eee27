import { useRef, useState, type ReactElement } from 'react';
import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { show } from '../../test/components/show.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

function Rows(): ReactElement {
  const root = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(['one', 'two', 'three']);
  useKeptFocus(root);
  return (
    <div ref={root}>
      <section>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
                {`Remove ${row}`}
              </button>
            </li>
          ))}
        </ul>
        <a href="#end">After them</a>
      </section>
    </div>
  );
}

test('the control behind a removed row gets its focus', async () => {
  await show(<Rows />);
  const button = (name: string) => page.getByRole('button', { name });
  button('Remove two').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Remove three')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Remove one')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('link', { name: 'After them' })).toHaveFocus();
});
