import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleMessage, exampleState } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { shownKept } from '../../../parts/kept-store.ts';
import { LinkifiersPage } from './linkifiers-page.tsx';

const TICKET = {
  id: 1,
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://git.example/i/{id}',
  example_input: null,
  reverse_template: null,
  alternative_url_templates: [],
};
const DOI = { ...TICKET, id: 2, pattern: 'doi:(?P<d>[0-9]+)', url_template: 'https://doi.org/{d}' };
const RUST = { id: 4, name: 'Rust', pygments_language: 'Rust', url_template: 'https://play.example/{code}' };

const state = (parts: object = {}) =>
  exampleState({
    is_admin: true,
    realm_linkifiers: [TICKET, DOI],
    realm_playgrounds: [RUST],
    ...parts,
  });

const messages = [
  exampleMessage(1, 'compare frame-20412 with <code>frame-20413</code> and frame-7'),
  exampleMessage(
    2,
    'see <a href="https://git.example/i/12">#12</a> and <a href="https://x.example">frame-9</a>',
  ),
  exampleMessage(3, 'nothing'),
];
const answers = {
  '/messages': { messages, anchor: 3, found_newest: true, found_oldest: true, history_limited: false },
};

test('a rule is tried on recent messages before it is saved: code and links are left out', async () => {
  const { asked } = await show(<LinkifiersPage />, { state: state(), answers });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabelText('Text', { exact: true }).fill('frame-(?P<id>[0-9]+)');
  await expect.element(page.getByText(/^Fits 2 places .* in 1 channel\. Nothing is changed/)).toBeVisible();
  await expect
    .poll(() => [...document.querySelectorAll('mark')].map((one) => one.textContent))
    .toEqual(['frame-20412']);
  await expect.element(page.getByRole('button', { name: 'Add linkifier' })).toBeDisabled();
  await page.getByLabelText('Address', { exact: true }).fill('https://archive.example/{no}');
  await expect.element(page.getByText('id of the text is not used')).toBeVisible();
  await page.getByLabelText('Address', { exact: true }).fill('https://archive.example/{id}');
  await page.getByRole('button', { name: 'Add linkifier' }).click();
  await expect.poll(() => asked.at(-1)?.path).toBe('/realm/filters');
  expect(Object.fromEntries(new URLSearchParams(asked.at(-1)?.body))).toEqual({
    pattern: 'frame-(?P<id>[0-9]+)',
    url_template: 'https://archive.example/{id}',
  });
});

test('what is wrong with a text is said at once', async () => {
  await show(<LinkifiersPage />, { state: state(), answers });
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabelText('Text', { exact: true }).fill('(?P<id>[0-9');
  await expect.element(page.getByText(/missing/i)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add linkifier' })).toBeDisabled();
});

test('linkifiers show the places of recent messages, change their order and go with Undo', async () => {
  const { asked } = await show(<LinkifiersPage />, { state: state(), answers });
  const row = page.getByRole('row', { name: /git\.example/ });
  await expect.element(row.getByText('1', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for #(?P<id>[0-9]+)' }).click();
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expect.poll(() => new URLSearchParams(asked.at(-1)?.body).get('ordered_linkifier_ids')).toBe('[2,1]');
  await page.getByRole('button', { name: 'Actions for #(?P<id>[0-9]+)' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(() => asked.at(-1)?.method).toBe('DELETE');
  shownKept.get()?.undo?.();
  await expect
    .poll(() => asked.slice(-2).map(({ method, path }) => `${method} ${path}`))
    .toEqual(['POST /realm/filters', 'PATCH /realm/linkifiers']);
});

test('a playground is added, and removed with Undo', async () => {
  const { asked } = await show(<LinkifiersPage />, { state: state(), answers });
  await page.getByRole('button', { name: 'New playground' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Name').fill('Python');
  await dialog.getByLabelText('Language').fill('Python');
  await dialog.getByLabelText('Address').fill('https://py.example/{code}');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.poll(() => asked.at(-1)?.path).toBe('/realm/playgrounds');
  await page.getByRole('button', { name: 'Remove Rust' }).click();
  await expect
    .poll(() => `${asked.at(-1)?.method} ${asked.at(-1)?.path}`)
    .toBe('DELETE /realm/playgrounds/4');
});

test('members read the rules and change none', async () => {
  await show(<LinkifiersPage />, { state: state({ is_admin: false, realm_linkifiers: [] }), answers });
  await expect.element(page.getByText(/^None yet\. A rule such as/)).toBeVisible();
  await expect.element(page.getByText('Administrators may change this')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New', exact: true })).toBeDisabled();
});
