import { expect, test } from 'vitest';
import { addressesIn } from './addresses.ts';

test.each([
  ['', []],
  [' , \n,', []],
  ['ada@example.com', ['ada@example.com']],
  [
    'ada@example.com, bob@example.com\ncarl@example.com',
    ['ada@example.com', 'bob@example.com', 'carl@example.com'],
  ],
  ['Ada Lovelace <ada@example.com>,\r\n"B." <bob@example.com>', ['ada@example.com', 'bob@example.com']],
  ['ada@example.com,ADA@example.com', ['ADA@example.com']],
  ['not an address', ['not an address']],
])('%j is parsed as %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});
