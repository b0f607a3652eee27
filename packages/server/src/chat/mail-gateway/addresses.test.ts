import { expect, test } from 'vitest';
import { readConfig } from '../../engine/config.ts';
import { createSealer } from '../../engine/secrets/seal.ts';
import { gatewayAddressOf, readGatewayAddress } from './addresses.ts';

const SECRET = 'a secret for tests that is long enough';

function gatewayOf(pattern: string, secret = SECRET) {
  return {
    config: readConfig({ PARLEY_SECRET: SECRET, PARLEY_MAIL_GATEWAY: pattern }),
    sealer: createSealer(secret),
  };
}

const gateway = gatewayOf('in.%s@Mail.example.org');
const reply = {
  kind: 'reply',
  realmId: 2,
  userId: 17,
  messageId: 123_456_789,
  day: 20_775,
  epoch: 3,
} as const;
const channel = { kind: 'channel', realmId: 2, channelId: 9, creatorId: 17, senderId: 40, epoch: 1 } as const;

test.each([reply, channel])('the address of a $kind is read as it was made, in any case', (target) => {
  const address = gatewayAddressOf(gateway, target, { slug: 'news', options: ['show-sender'] }) ?? '';
  expect(address).toMatch(/^in\.(news\.)?[rc][0-9a-z-]+\.show-sender@mail\.example\.org$/);
  expect(address.indexOf('@')).toBeLessThanOrEqual(64);
  const read = { target, options: new Set(['show-sender', 'include-quotes']) };
  expect(readGatewayAddress(gateway, address.replace('@', '.include-quotes@'))).toEqual(read);
  expect(readGatewayAddress(gateway, address.replace('@', '+include-quotes@').toUpperCase())).toEqual(read);
});

test('a long name leaves room for the token', () => {
  const address = gatewayAddressOf(gateway, channel, { slug: 'a-'.repeat(60) }) ?? '';
  expect(address.indexOf('@')).toBeLessThanOrEqual(64);
  expect(readGatewayAddress(gateway, address)?.target).toEqual(channel);
});

test('addresses that were changed, or made with another secret or pattern, are none', () => {
  const address = gatewayAddressOf(gateway, reply) ?? '';
  const digits = Array.from(address).findIndex((character, index) => index > 30 && character !== '0');
  for (const other of [
    address.replace('-h-', '-i-'),
    `${address.slice(0, digits)}0${address.slice(digits + 1)}`,
    address.replace('in.', 'out.'),
    address.replace('mail.', 'evil.'),
    address.replace('r-', 'c-'),
    'in.@mail.example.org',
    'nobody@mail.example.org',
    '',
  ])
    expect([other, readGatewayAddress(gateway, other)]).toEqual([other, undefined]);
  const foreign = gatewayOf('in.%s@mail.example.org', 'another secret that is long enough too');
  expect(readGatewayAddress(foreign, address)).toBeUndefined();
});

test('without a pattern there are no addresses', () => {
  const off = gatewayOf('');
  expect(gatewayAddressOf(off, reply)).toBeUndefined();
  expect(readGatewayAddress(off, gatewayAddressOf(gateway, reply) ?? '')).toBeUndefined();
});

test.each(['mail.example.org', '%s', '%s%s@mail.example.org', 'a b%s@mail.example.org'])(
  'the pattern %j is refused at the start',
  (pattern) => {
    expect(() => gatewayOf(pattern)).toThrow('PARLEY_MAIL_GATEWAY');
  },
);
