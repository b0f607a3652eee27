import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const SECRET = '0123456789abcdef'.repeat(4);

test.each([`${SECRET}  # openssl rand -hex 32`, `${SECRET}#`, `${SECRET} `])(
  'the secret %j, which commands and services read differently, is refused',
  (secret) => {
    expect(() => readConfig({ PARLEY_SECRET: secret })).toThrow('write comments on lines of their own');
  },
);

test('a server that has run with such a secret can rotate to another one', () => {
  const previous = `${SECRET}  # openssl rand -hex 32`;
  const { secret, previousSecret } = readConfig({ PARLEY_SECRET: SECRET, PARLEY_SECRET_PREVIOUS: previous });
  expect([secret, previousSecret]).toEqual([SECRET, previous]);
});

test.each(['mysql://x/y', 'host=127.0.0.1 dbname=parley', 'postgres://parley:ab/cd+e=@db:5432/parley'])(
  'the database address %s is refused with an example',
  (url) => {
    expect(() => readConfig({ PARLEY_SECRET: SECRET, PARLEY_DATABASE_URL: url })).toThrow(
      'looks like postgres://user:password@host:5432/parley',
    );
  },
);

test.each([
  ['postgres:///parley?host=/var/run/postgresql', {}, '&user='],
  ['postgres://127.0.0.1/parley', {}, '?user='],
  ['postgres://127.0.0.1/parley', { PGUSER: 'parley' }, ''],
  ['postgres://parley@127.0.0.1/parley', {}, ''],
])('the address %s with %j gets the account of the process if it names no user', (url, env, added) => {
  const { database } = readConfig({ PARLEY_SECRET: SECRET, PARLEY_DATABASE_URL: url, ...env });
  expect(database.url).toBe(added === '' ? url : `${url}${added}${userInfo().username}`);
});
