import { expect, test } from 'vitest';
import { parseFilter } from './filter.ts';

test.each([
  ['userName eq "Ada@Example.com"', [{ attribute: 'username', value: 'Ada@Example.com' }]],
  ['USERNAME Eq "a"', [{ attribute: 'username', value: 'a' }]],
  ['emails[type eq "work"].value eq "a@b.c"', [{ attribute: 'emails.value', value: 'a@b.c' }]],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "a"', [{ attribute: 'username', value: 'a' }]],
  ['active eq true', [{ attribute: 'active', value: true }]],
  ['displayName eq "a \\"b\\" and c"', [{ attribute: 'displayname', value: 'a "b" and c' }]],
  [
    'id eq "5" and members eq "7"',
    [
      { attribute: 'id', value: '5' },
      { attribute: 'members', value: '7' },
    ],
  ],
])('%s is read', (text, comparisons) => {
  expect(parseFilter(text)).toEqual(comparisons);
});

test.each([
  '',
  'userName',
  'userName sw "a"',
  'userName eq a',
  'userName eq "a',
  'userName eq "a" or userName eq "b"',
  'not (userName eq "a")',
  '(userName eq "a")',
  'userName eq "a" and',
  `userName eq "a'; drop table realm_user; --`,
  'userName eq "\\u0000"',
  'userName eq "\\ud800"',
  Array.from({ length: 6 }, () => 'id eq "1"').join(' and '),
  `userName eq "${'a'.repeat(2_000)}"`,
])('%j is refused', (text) => {
  expect(() => parseFilter(text)).toThrow(
    expect.objectContaining({ status: 400, scimType: 'invalidFilter' }),
  );
});
