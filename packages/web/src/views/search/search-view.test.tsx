import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleEvent, exampleMessage, exampleState } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { SearchView } from './search-view.tsx';

const none = { kind: 'search', terms: [] } as const;
const switches = { kind: 'search', terms: [{ operator: 'search', operand: 'switch' }] } as const;
const found = exampleMessage(7, 'The limit <span class="highlight">switch</span> is dirty');
const answers = {
  '/messages': { messages: [found], found_oldest: true, found_newest: true, found_anchor: false, anchor: 7 },
};

test('an empty search says what it understands', async () => {
  await show(<SearchView narrow={none} />);
  await expect.element(page.getByText(/narrow the search with from:/)).toBeVisible();
});

test('a typed word becomes the search of the address', async () => {
  const { went } = await show(<SearchView narrow={none} />);
  await page.getByRole('combobox').fill('switch');
  await userEvent.keyboard('{Enter}');
  expect(went).toEqual([{ view: 'messages', narrow: switches }]);
});

test('a message that was found has its place, and a way there', async () => {
  await show(<SearchView narrow={switches} />, { answers });
  await expect.element(page.getByText('1 message')).toBeVisible();
  await expect.element(page.getByText(/The limit switch is dirty/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'motors' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open in topic' })).toBeVisible();
});

test('a chip can be taken away', async () => {
  const terms = [{ operator: 'is', operand: 'starred' }, ...switches.terms] as const;
  const { went } = await show(<SearchView narrow={{ kind: 'search', terms }} />, { answers });
  await page.getByRole('button', { name: /^Remove is:/ }).click();
  await expect.poll(() => went).toEqual([{ view: 'messages', narrow: switches }]);
});

test('a search is kept below its words, and forgotten below its address', async () => {
  const { asked, happen } = await show(<SearchView narrow={switches} />, {
    answers,
    state: exampleState({ navigation_views: [] }),
  });
  const view = { fragment: 'messages', is_pinned: false, name: 'switch' };
  const changes = () => asked.filter(({ path }) => path.startsWith('/navigation_views'));
  await page.getByRole('button', { name: 'Keep this search' }).click();
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect.poll(() => changes().map(({ method }) => method)).toEqual(['POST']);
  happen(exampleEvent({ type: 'navigation_view', op: 'add', navigation_view: view }));
  await page.getByRole('button', { name: 'Keep it no longer' }).click();
  await expect.poll(() => changes().at(-1)?.method).toBe('DELETE');
  expect(decodeURIComponent(changes().at(-1)?.path ?? '')).toBe('/navigation_views/messages');
});
