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

test('a single node needs no bus', async () => {
  expect(await check({})).toMatchObject({ status: 'passed' });
});

test('an available bus is reported with its version', async () => {
  const access = {
    PARLEY_NATS_URL: nats.url,
    PARLEY_NATS_USER: 'parley',
    PARLEY_NATS_PASSWORD: 'secret of the bus',
  };
  expect(await check(access)).toMatchObject({
    status: 'passed',
    found: expect.stringMatching(/NATS \d+\.\d+/),
  });
  expect(await check({ ...access, PARLEY_NATS_PASSWORD: 'another' })).toMatchObject({ status: 'failed' });
  expect(await check({ ...access, PARLEY_NATS_URL: nats.url.replace('nats:', 'tls:') })).toMatchObject({
    status: 'failed',
  });
});

test('an unavailable bus, and a bus without a password, are reported', async () => {
  expect(await check({ PARLEY_NATS_URL: 'nats://127.0.0.1:1' })).toMatchObject({ status: 'failed' });
  const open = await startOwnNats();
  expect(await check({ PARLEY_NATS_URL: open.url })).toMatchObject({ status: 'warning' });
  await open.kill();
});

test('a NATS URL that contains a password is rejected, since URLs are logged', () => {
  expect(() =>
    readConfig({ PARLEY_SECRET: 'x'.repeat(32), PARLEY_NATS_URL: 'nats://a:b@host:4222' }),
  ).toThrow('PARLEY_NATS_URL');
});
