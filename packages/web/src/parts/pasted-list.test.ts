import { expect, test } from 'vitest';
import { pastedList } from './pasted-list.ts';

test.each([
  ['ada@example.org', undefined],
  ['Ada Lovelace', undefined],
  ['ada@example.org, bram@example.org', ['ada@example.org', 'bram@example.org']],
  ['ada@example.org\nbram@example.org;\r\nada@example.org\n', ['ada@example.org', 'bram@example.org']],
  ['Ada Lovelace <ada@example.org>', ['ada@example.org']],
  ['ada@example.org bram@example.org', ['ada@example.org', 'bram@example.org']],
  ['Ada Lovelace\tBram Okafor', ['Ada Lovelace', 'Bram Okafor']],
  ['', undefined],
])('the paste %j gives %j', (text, parts) => {
  expect(pastedList(text)).toEqual(parts);
});
