import { page } from 'vitest/browser';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleState, exampleUser, ME } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { InviteSheet } from './invite-sheet.tsx';

const LINK = 'https://observatory.example.org/join/abc';
const invite = { id: 1, is_multiuse: true, link_url: LINK, invited_as: 400, invited: 1, expiry_date: null };
const everybody = exampleState({
  realm_create_multiuse_invite_group: 100,
  realm_can_invite_users_group: 100,
});
const answers = { '/invites': { invites: [invite] }, '/invites/multiuse': { invite_link: LINK } };

/** The door says whether the server sends mail; a browser without a user does not answer whether it may copy. */
beforeEach(() => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ result: 'success', door: { sends_mail: false } })),
  );
});
afterEach(() => vi.restoreAllMocks());

test('the link is made at once, and a server without mail says so', async () => {
  const { asked } = await show(<InviteSheet onClose={() => undefined} />, { answers, state: everybody });
  await expect.element(page.getByLabelText('Link that invites')).toHaveValue(LINK);
  await expect.element(page.getByText(/^This server sends no mail/)).toBeVisible();
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('POST /invites/multiuse');
});

test('a failure to make the link is told', async () => {
  await show(<InviteSheet onClose={() => undefined} />, {
    answers,
    state: everybody,
    refused: ['/invites/multiuse'],
  });
  await expect.element(page.getByText(/The server has a problem/)).toBeVisible();
});

test('a member who may not invite reads who may, and no link is made', async () => {
  const nobody = { direct_members: [], direct_subgroups: [] };
  const state = exampleState({
    realm_users: [exampleUser(ME, 'Iris Lindqvist'), exampleUser(11, 'Bram Okafor', { role: 100 })],
    realm_create_multiuse_invite_group: nobody,
    realm_can_invite_users_group: nobody,
  });
  const { asked } = await show(<InviteSheet onClose={() => undefined} />, { answers, state });
  await expect.element(page.getByRole('dialog', { name: 'Invite people' })).toBeVisible();
  expect(page.getByLabelText('Link that invites').query()).toBeNull();
  expect(asked.map(({ path }) => path)).not.toContain('/invites/multiuse');
});
