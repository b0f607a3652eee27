import { createCustomProfileField } from '@parley/contract/endpoints/profile-fields.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const SHORT_TEXT = 1;
const CHOICE = 3;
const DATE = 4;
const LINK = 5;
const USERS = 6;

const FIELDS = [
  { field_type: SHORT_TEXT, name: 'Desk', hint: 'Where you sit' },
  { field_type: DATE, name: 'Name day' },
  { field_type: LINK, name: 'Web page' },
  { field_type: USERS, name: 'Teachers' },
  {
    field_type: CHOICE,
    name: 'Turn',
    field_data: { day: { text: 'Day', order: '1' }, night: { text: 'Night', order: '2' } },
  },
  { field_type: SHORT_TEXT, name: 'Badge number', editable_by_user: false },
];

/** A user fills each kind of field in, a refusal stays beside its field, Undo takes one back, one is cleared, and others read the rest. */
export const profileFields: Journey = {
  name: 'profile-fields',
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 400/);
    const { page } = await visit({ user: 'Bram' });
    const { page: other } = await visit();
    await openView(page, '#settings/profile');
    const ids = new Map<string, number>();
    for (const field of FIELDS)
      ids.set(field.name, (await stage.cast.as('Iris').call(createCustomProfileField, field)).id);
    const valueOf = async (name: string) => {
      const { profile_data: data } = await stage.cast.as('Bram').call(getOwnUser, {});
      return data?.[String(ids.get(name))]?.value;
    };
    const fill = async (name: string, text: string): Promise<void> => {
      const field = page.getByLabel(name, { exact: true });
      await field.fill(text);
      await field.press('Enter');
    };

    await fill('Desk', 'Dome, upper floor');
    await eventuallyEqual('the room', () => valueOf('Desk'), 'Dome, upper floor');
    await fill('Name day', '1988-02-29');
    await eventuallyEqual('the birthday', () => valueOf('Name day'), '1988-02-29');
    await fill('Web page', 'no address');
    await page.getByRole('alert').waitFor();
    await fill('Web page', 'https://bram.example/');
    await eventuallyEqual('the home page', () => valueOf('Web page'), 'https://bram.example/');
    await page.getByLabel('Turn', { exact: true }).selectOption('Night');
    await eventuallyEqual('the shift', () => valueOf('Turn'), 'night');
    const mentors = page.getByRole('combobox', { name: 'Teachers' });
    await mentors.fill('Dara');
    await page.getByRole('option', { name: 'Dara Novak' }).click();
    await eventuallyEqual(
      'the mentors',
      () => valueOf('Teachers'),
      JSON.stringify([stage.cast.idOf('Dara')]),
    );
    if (await page.getByLabel('Badge number', { exact: true }).isEnabled())
      throw new Error('A user may fill in what administrators fill in.');
    await fill('Desk', 'Cellar');
    await page.getByRole('status').filter({ hasText: 'Desk: Cellar' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventuallyEqual('the room after Undo', () => valueOf('Desk'), 'Dome, upper floor');
    await fill('Name day', '');
    await eventuallyEqual('the birthday that was cleared', () => valueOf('Name day'), undefined);

    await openConversation(other, topicAddress('dome', 'mirror cover'));
    await messageWith(other, 'I can look after lunch').locator('[data-do=user]').first().click();
    await other.getByRole('dialog', { name: 'Bram Okafor' }).getByRole('button', { name: 'Profile' }).click();
    const profile = other.getByRole('complementary', { name: 'Profile' });
    for (const text of ['Dome, upper floor', 'Night', 'Dara Novak', 'https://bram.example'])
      await profile.getByText(text).first().waitFor();
  },
};
