import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../engine/config.ts';
import { startOwnNats, type OwnNats } from '@parley/test-support/own-nats.ts';
import { checkBus } from './check-bus.ts';

let nats: OwnNats;
beforeAll(async () => {
  nats = await startOwnNats('--user', 'parley', '--pass', 'secret of the bus');
});
afterAll(() => nats.kill());

function check(change: Record<string, string>) {
  return checkBus(readConfig({ PARLEY_SECRET: 'x'.repeat(32), ...change }));
}

test('one node needs no bus', async () => {
  expect(await check({})).toMatchObject({ mark: 'good' });
});

test('a bus that can be reached is named with its version', async () => {
  const access = {
    PARLEY_NATS_URL: nats.url,
    PARLEY_NATS_USER: 'parley',
    PARLEY_NATS_PASSWORD: 'secret of the bus',
  };
  expect(await check(access)).toMatchObject({ mark: 'good', found: expect.stringMatching(/NATS \d+\.\d+/) });
  expect(await check({ ...access, PARLEY_NATS_PASSWORD: 'another' })).toMatchObject({ mark: 'bad' });
  expect(await check({ ...access, PARLEY_NATS_URL: nats.url.replace('nats:', 'tls:') })).toMatchObject({
    mark: 'bad',
  });
});

test('a bus that is away, or open to everybody, is noticed', async () => {
  expect(await check({ PARLEY_NATS_URL: 'nats://127.0.0.1:1' })).toMatchObject({ mark: 'bad' });
  const open = await startOwnNats();
  expect(await check({ PARLEY_NATS_URL: open.url })).toMatchObject({ mark: 'advice' });
  await open.kill();
});

test('an address with a password in it is refused: it would stand in logs', () => {
  expect(() =>
    readConfig({ PARLEY_SECRET: 'x'.repeat(32), PARLEY_NATS_URL: 'nats://a:b@host:4222' }),
  ).toThrow('PARLEY_NATS_URL');
});
