import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleState, exampleUser, ME } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { shownKept } from '../../../parts/kept-store.ts';
import { openQuestion } from '../../../parts/question-store.ts';
import { FieldsPage } from './fields-page.tsx';

const PRONOUNS = {
  id: 1,
  name: 'Pronouns',
  type: 8,
  hint: '',
  field_data: '',
  order: 1,
  required: false,
  editable_by_user: true,
  display_in_profile_summary: true,
};
const TEAM = {
  ...PRONOUNS,
  id: 2,
  name: 'Team',
  type: 3,
  field_data: '{"0":{"text":"Optics","order":"1"}}',
};
const PHONE = { ...PRONOUNS, id: 3, name: 'Phone', type: 1, display_in_profile_summary: undefined };
const GITHUB = { name: 'GitHub', text: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' };

const state = (parts: object = {}) =>
  exampleState({
    is_admin: true,
    custom_profile_fields: [PRONOUNS, TEAM, PHONE],
    realm_default_external_accounts: { github: GITHUB },
    realm_users: [
      exampleUser(ME, 'Iris Lindqvist', { profile_data: { 2: { value: '0' } } }),
      exampleUser(11, 'Bram Okafor'),
    ],
    ...parts,
  });
const bodyOf = (body: string | undefined) => Object.fromEntries(new URLSearchParams(body));

test('a list is added with its options', async () => {
  const { asked } = await show(<FieldsPage />, { state: state() });
  await page.getByRole('button', { name: 'New field' }).click();
  await page.getByLabelText('Kind').selectOptions('List');
  await page.getByLabelText('Name', { exact: true }).fill('Site');
  await expect.element(page.getByRole('button', { name: 'Add' })).toBeDisabled();
  await page.getByLabelText('Options, one in each line').fill('North\nSouth\n');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect.poll(() => asked.at(-1)?.method).toBe('POST');
  expect(bodyOf(asked.at(-1)?.body)).toMatchObject({
    field_type: '3',
    name: 'Site',
    field_data: '{"0":{"text":"North","order":"1"},"1":{"text":"South","order":"2"}}',
  });
});

test('an account of a known site takes its name, and another site needs an address', async () => {
  const { asked } = await show(<FieldsPage />, { state: state() });
  await page.getByRole('button', { name: 'New field' }).click();
  await page.getByLabelText('Kind').selectOptions('External account');
  await expect.element(page.getByLabelText('Address of an account')).toBeVisible();
  await page.getByLabelText('Account', { exact: true }).selectOptions('GitHub');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect
    .poll(() => bodyOf(asked.at(-1)?.body))
    .toMatchObject({ name: 'GitHub', field_data: '{"subtype":"github"}' });
});

test('a changed list keeps the keys of options that stay', async () => {
  const { asked } = await show(<FieldsPage />, { state: state() });
  await page.getByRole('button', { name: 'Edit Team' }).click();
  await expect.element(page.getByLabelText('Kind')).toBeDisabled();
  await page.getByLabelText('Options, one in each line').fill('Mechanics\nOptics');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => bodyOf(asked.at(-1)?.body)['field_data'])
    .toBe('{"0":{"text":"Optics","order":"2"},"1":{"text":"Mechanics","order":"1"}}');
});

test('a check is saved at once with Undo, and a third field does not fit on the card', async () => {
  const { asked } = await show(<FieldsPage />, { state: state() });
  await expect.element(page.getByRole('checkbox', { name: 'Phone on the card' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Phone is needed' }).click();
  await expect.poll(() => asked.at(-1)?.body).toBe('required=true');
  await expect.poll(() => shownKept.get()?.text).toBe('Phone is needed');
  shownKept.get()?.undo?.();
  await expect.poll(() => asked.at(-1)?.body).toBe('required=false');
});

test('the order changes, and a field goes after a question that counts the lost values', async () => {
  const { asked } = await show(<FieldsPage />, { state: state() });
  await expect.element(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Phone' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.poll(() => bodyOf(asked.at(-1)?.body)['order']).toBe('[1,3,2]');
  await page.getByRole('button', { name: 'Actions for Team' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect.poll(() => openQuestion.get()?.text[0]).toMatch(/^What 1 person has filled in/);
  openQuestion.get()?.answer(true);
  await expect
    .poll(() => `${asked.at(-1)?.method} ${asked.at(-1)?.path}`)
    .toBe('DELETE /realm/profile_fields/2');
});

test('members read the fields and change none', async () => {
  await show(<FieldsPage />, { state: state({ is_admin: false }) });
  await expect.element(page.getByText('Administrators may change this')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Phone is needed' })).toBeDisabled();
  expect(page.getByRole('button', { name: 'Edit Team' }).query()).toBeNull();
});
