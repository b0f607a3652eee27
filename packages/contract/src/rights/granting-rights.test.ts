import { expect, test } from 'vitest';
import { roles } from './roles.ts';
import { refuseGrant } from './granting-rights.ts';

test('nobody invites with a role that they could not give', () => {
  const given = (role: number): number[] =>
    Object.values(roles).filter((wanted) => refuseGrant({ role }, wanted) === undefined);
  const all = Object.values(roles);
  expect(given(roles.owner)).toEqual(all);
  expect(given(roles.administrator)).toEqual(all.filter((role) => role !== roles.owner));
  for (const role of [roles.moderator, roles.member, roles.guest])
    expect(given(role)).toEqual([roles.member, roles.guest]);
});
