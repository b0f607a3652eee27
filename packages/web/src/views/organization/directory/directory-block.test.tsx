import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleState } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { now } from '../../../data/clock.ts';
import { DirectoryBlock } from './directory-block.tsx';

const DAY = 86_400;
const seconds = Math.floor(now() / 1000);
const directory = {
  rules: {
    creates_accounts: false,
    required_claim: null,
    groups_claim: 'groups',
    groups: [{ group: 'astronomers', user_group_id: null, role: 300 }],
    matches_external_ids: false,
  },
  tokens: [
    {
      id: 3,
      name: 'Entra ID',
      token_end: 'c41e',
      created: seconds - DAY,
      created_by: 1,
      expires: seconds - 60,
      last_used: null,
    },
  ],
};
const outcome = {
  account: 'refused',
  user_id: null,
  reason: 'The domain of the address is not among the allowed domains.',
  user_group_ids: [],
  role: null,
};
const answers = { '/realm/directory': directory, '/realm/directory/test': { outcome } };
const state = exampleState({ is_owner: true, is_admin: true });

test('rules and tokens stand with what they do, an ended token too', async () => {
  await show(<DirectoryBlock />, { state, answers });
  await expect.element(page.getByRole('switch', { name: /make accounts/ })).not.toBeChecked();
  await expect.element(page.getByRole('row', { name: /astronomers none Moderator/ })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Entra ID.*c41e never has ended/ })).toBeVisible();
});

test('a group of the provider that is added keeps the others', async () => {
  const { asked } = await show(<DirectoryBlock />, { state, answers });
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByLabelText('Group at the provider').fill('visitors');
  await page.getByLabelText('Role', { exact: true }).selectOptions('Guest');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => asked.find(({ method }) => method === 'PATCH')?.path).toMatch(/realm\/directory$/);
  const sent = JSON.stringify(asked.find(({ method }) => method === 'PATCH'));
  expect(sent).toContain('astronomers');
  expect(sent).toContain('visitors');
});

test('the test says why a person gets no account', async () => {
  await show(<DirectoryBlock />, { state, answers });
  await page.getByLabelText('E-mail address of a person').fill('eve@elsewhere.example');
  await page.getByRole('button', { name: 'What would they get?' }).click();
  await expect.element(page.getByText(/^No account\. The domain of the address/)).toBeVisible();
});
