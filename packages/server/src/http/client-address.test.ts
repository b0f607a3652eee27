import { expect, test } from 'vitest';
import { createProxies } from './client-address.ts';

function clientOf(
  config: { trustedProxies?: string[]; proxyHops?: number },
  peer: string,
  forwarded?: string,
): string {
  const { trustedProxies = [], proxyHops = 0 } = config;
  return createProxies({ trustedProxies, proxyHops }).clientOf({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: peer },
  });
}

test('a client of an untrusted peer is the peer', () => {
  expect(clientOf({}, '10.0.0.1')).toBe('10.0.0.1');
  expect(clientOf({}, '10.0.0.1', '192.0.2.7')).toBe('10.0.0.1');
  expect(clientOf({ trustedProxies: ['10.0.0.2'] }, '10.0.0.1', '192.0.2.7')).toBe('10.0.0.1');
});

test('a listed proxy reports the client', () => {
  expect(clientOf({ trustedProxies: ['uniquelocal'] }, '10.0.0.1', '192.0.2.7')).toBe('192.0.2.7');
});

test('a client with a private address cannot choose another one where hops are counted', () => {
  const forged = '9.9.9.9, 10.0.0.5';
  expect(clientOf({ trustedProxies: ['uniquelocal'] }, '10.0.0.1', forged)).toBe('9.9.9.9');
  expect(clientOf({ trustedProxies: ['uniquelocal'], proxyHops: 1 }, '10.0.0.1', forged)).toBe('10.0.0.5');
  expect(clientOf({ proxyHops: 1 }, '10.0.0.1', forged)).toBe('10.0.0.5');
  expect(clientOf({ proxyHops: 2 }, '10.0.0.1', `${forged}, 10.0.0.2`)).toBe('10.0.0.5');
});

test('hops count only behind a listed proxy if both are configured', () => {
  expect(clientOf({ trustedProxies: ['10.0.0.1'], proxyHops: 1 }, '10.0.0.9', '9.9.9.9')).toBe('10.0.0.9');
});
