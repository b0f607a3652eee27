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
