import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleState, ME } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { shownKept } from '../../../parts/kept-store.ts';
import { EmojiPage } from './emoji-page.tsx';

const EVERYBODY = 100;
const OWNERS = 101;
const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

const one = (id: string, name: string, authorId: number, deactivated = false) => ({
  id,
  name,
  source_url: DOT,
  still_url: null,
  deactivated,
  author_id: authorId,
});

const state = (parts: object = {}) =>
  exampleState({
    is_admin: true,
    realm_can_add_custom_emoji_group: EVERYBODY,
    realm_emoji: { 1: one('1', 'dome_open', ME), 2: one('2', 'rain', 11), 3: one('3', 'gone', 11, true) },
    ...parts,
  });

const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
const choose = (...files: readonly File[]) => page.getByLabelText('Pictures of emoji').upload([...files]);

test('pictures become emoji under the names of their files, and one replaces that of another user', async () => {
  const { asked } = await show(<EmojiPage />, { state: state() });
  await expect.element(page.getByText('2 of your own')).toBeVisible();
  await choose(picture('Rain.png'), picture('first light.png'));
  await expect.element(page.getByText('Replaces the one of Bram Okafor')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2' }).click();
  await expect.poll(() => shownKept.get()?.text).toBe('2 emoji were added');
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /realm/emoji/rain',
    'POST /realm/emoji/rain',
    'POST /realm/emoji/first_light',
  ]);
});

test('a refusal stays at its picture, and the others are added', async () => {
  await show(<EmojiPage />, { state: state(), refused: ['/realm/emoji/free_fall'] });
  await choose(picture('free_fall.png'), picture('moon_base.png'));
  await page.getByRole('button', { name: 'Add 2' }).click();
  await expect.element(page.getByText('The server has a problem.')).toBeVisible();
  await expect.element(page.getByLabelText('Name of free_fall.png')).toHaveValue('free_fall');
  await expect.element(page.getByLabelText('Name of moon_base.png')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Leave out free_fall' }).click();
  await expect.element(page.getByText('To add')).not.toBeInTheDocument();
});

test('a member replaces no emoji of others, hides no standard one and removes only the own ones', async () => {
  await show(<EmojiPage />, { state: state({ is_admin: false }) });
  await choose(picture('rain.png'), picture('smile.png'));
  await expect.element(page.getByText('Exists already')).toBeVisible();
  await expect.element(page.getByText('Exists in the standard set')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add 0' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Deactivate dome_open' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Deactivate rain' }).query()).toBeNull();
});

test('a name is changed, and two pictures cannot have the same one', async () => {
  await show(<EmojiPage />, { state: state() });
  await choose(picture('moon_base.png'), picture('!!!.png'));
  await expect.element(page.getByText('Small letters, digits, - and _')).toBeVisible();
  await page.getByLabelText('Name of !!!.png').fill('moon_base');
  await expect.poll(() => page.getByText('Twice in this list').all().length).toBe(2);
  await page.getByLabelText('Name of !!!.png').fill('mars_base');
  await expect.element(page.getByRole('button', { name: 'Add 2' })).toBeEnabled();
});

test('an emoji that is taken out of use comes back with Undo', async () => {
  const { asked } = await show(<EmojiPage />, { state: state() });
  await page.getByRole('button', { name: 'Deactivate dome_open' }).click();
  await expect.poll(() => shownKept.get()?.text).toBe(':dome_open: can no longer be chosen');
  shownKept.get()?.undo?.();
  await expect.poll(() => asked.map(({ method }) => method)).toEqual(['DELETE', 'POST']);
});

test('users without the permission read who may add', async () => {
  await show(<EmojiPage />, {
    state: state({ user_id: ME, is_admin: false, realm_can_add_custom_emoji_group: OWNERS, ...withoutMe }),
  });
  await expect.element(page.getByText('Owners may add some')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add' })).toBeDisabled();
});

const withoutMe = {
  realm_user_groups: [
    {
      id: OWNERS,
      name: 'role:owners',
      description: '',
      members: [11],
      direct_subgroup_ids: [],
      is_system_group: true,
      deactivated: false,
    },
  ],
};
