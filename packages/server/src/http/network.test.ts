import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('an IPv4 address is kept, an IPv6 address is reduced to its network', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8:1:2::6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::6')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});

test('an IPv4 client of a socket that listens on IPv6 is known by its IPv4 address', () => {
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.8')).toBe('192.0.2.8');
});
