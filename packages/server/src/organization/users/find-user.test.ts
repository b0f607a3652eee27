import { roles } from '@parley/contract/rights/roles.ts';
import { expect, test } from 'vitest';
import type { Reader } from '../../engine/db/sql.ts';
import { findNamedUsers } from './find-user.ts';
import type { Actor } from '../../http/actor.ts';

function fail(): never {
  throw new Error('An unexpected query was made.');
}

const noQueries: Reader = { all: fail, first: fail };
const config = {
  hosts: {
    external: 'parley.test',
    scheme: 'http',
    realmHosts: {},
    rootAliases: [],
    landingPage: false,
    trustedProxies: [],
    proxyHops: 0,
  },
} as const;
const actor = { realm: { id: 1, subdomain: '' }, user: { id: 5, role: roles.member } } as unknown as Actor;

test('users named by id or by API address are resolved without a query', async () => {
  const named = await findNamedUsers(noQueries, config, actor, [7, 8, 'User9@parley.test']);
  expect([...named]).toEqual([
    [7, 7],
    [8, 8],
    ['User9@parley.test', 9],
  ]);
});

test('an address with a null character is unknown', async () => {
  expect([...(await findNamedUsers(noQueries, config, actor, ['a\0@example.com']))]).toEqual([
    ['a\0@example.com', undefined],
  ]);
});
