import { expect, test } from 'vitest';
import { roles } from './roles.ts';
import { refuseGrant, refuseInviting, refusePasswordLink } from './granting-rights.ts';

test('nobody invites with a role that they could not give', () => {
  const given = (role: number): number[] =>
    Object.values(roles).filter((wanted) => refuseGrant({ role }, wanted) === undefined);
  const all = Object.values(roles);
  expect(given(roles.owner)).toEqual(all);
  expect(given(roles.administrator)).toEqual(all.filter((role) => role !== roles.owner));
  for (const role of [roles.moderator, roles.member, roles.guest])
    expect(given(role)).toEqual([roles.member, roles.guest]);
});

test('each way of inviting has its permission', () => {
  expect(refuseInviting('link', true)).toBeUndefined();
  expect(refuseInviting('link', false)).toMatchObject({
    reason: expect.stringContaining('links'),
    permission: 'create_multiuse_invite_group',
  });
  expect(refuseInviting('mail', false)).toMatchObject({
    reason: expect.stringContaining('e-mail'),
    permission: 'can_invite_users_group',
  });
});

test('administrators make links for new passwords, and owners alone for owners', () => {
  const made = (role: number): number[] =>
    Object.values(roles).filter((of) => refusePasswordLink({ role }, { role: of }) === undefined);
  const all = Object.values(roles);
  expect(made(roles.owner)).toEqual(all);
  expect(made(roles.administrator)).toEqual(all.filter((role) => role !== roles.owner));
  for (const role of [roles.moderator, roles.member, roles.guest]) expect(made(role)).toEqual([]);
});
