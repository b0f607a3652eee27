import { describe, expect, test } from 'vitest';
import { externalAccounts, USERNAME_SLOT } from './external-accounts.ts';
import { checkFieldData, type FieldData } from './field-data.ts';
import { adaptFields, knowsPronouns } from './adapt.ts';
import { type FieldRow, presentField, renderProfileText } from './rows.ts';
import { isUrl } from './url.ts';
import { checkValue } from './value.ts';

function field(type: number, field_data = ''): FieldRow {
  return {
    realm_id: 1,
    id: 1,
    name: 'Field',
    hint: '',
    type,
    field_data,
    display_order: 1,
    is_required: false,
    is_editable_by_user: true,
    is_in_summary: false,
    is_for_matching: false,
  };
}

const choices = '{"a":{"text":"A","order":"1"}}';

describe('checkValue', () => {
  test.each([
    [field(1), 'x'.repeat(50)],
    [field(1), '😀'.repeat(50)],
    [field(1), ''],
    [field(2), 'x'.repeat(500)],
    [field(3, choices), 'a'],
    [field(4), '1909-04-05'],
    [field(4), '2024-02-29'],
    [field(5), 'https://example.com/a?b=c#d'],
    [field(5), 'http://localhost:8080'],
    [field(5), 'ftp://192.0.2.1/file'],
    [field(6), [1, 2]],
    [field(7), 'octocat'],
    [field(8), 'they/them'],
  ])('%o takes %j', (row, value) => {
    expect(checkValue(row, value).value).toBe(Array.isArray(value) ? JSON.stringify(value) : value);
  });
  test.each([
    [field(1), 'x'.repeat(51)],
    [field(1), 'a\0b'],
    [field(1), [1]],
    [field(1), null],
    [field(2), 'x'.repeat(501)],
    [field(3, choices), 'b'],
    [field(3, choices), 'toString'],
    [field(3, choices), ''],
    [field(4), '1909-34-55'],
    [field(4), '2023-02-29'],
    [field(4), '1909-4-5'],
    [field(4), ' 1909-04-05'],
    [field(4), '0000-01-01'],
    [field(5), 'not url'],
    [field(5), 'example.com'],
    [field(5), 'javascript:alert(1)'],
    [field(5), 'https://'],
    [field(5), 'https://a b.com'],
    [field(6), '[1]'],
    [field(7), 'x'.repeat(51)],
    [field(8), 'x'.repeat(51)],
  ])('%o refuses %j', (row, value) => {
    expect(() => checkValue(row, value)).toThrow(/The field 'Field'/);
  });
});

describe('checkFieldData', () => {
  const ok: [number, FieldData, string][] = [
    [1, { anything: 'x' }, ''],
    [3, { a: { text: 'A', order: '1' } }, choices],
    [7, { subtype: 'github' }, '{"subtype":"github"}'],
    [7, { subtype: 'custom' }, '{"subtype":"custom","url_pattern":""}'],
    [
      7,
      { subtype: 'custom', url_pattern: 'https://a.example/%(username)s' },
      '{"subtype":"custom","url_pattern":"https://a.example/%(username)s"}',
    ],
  ];
  test.each(ok)('type %i takes %j', (type, data, stored) => {
    expect(checkFieldData(type, data)).toBe(stored);
  });
  const bad: [number, FieldData][] = [
    [3, {}],
    [3, { a: 'A' }],
    [3, { a: { text: 'A' } }],
    [3, { a: { text: ' ', order: '1' } }],
    [3, { ' ': { text: 'A', order: '1' } }],
    [3, { 'a\0': { text: 'A', order: '1' } }],
    [3, { a: { text: 'A', order: '1', colour: 'red' } }],
    [3, { a: { text: 'A', order: '1' }, b: { text: 'A', order: '2' } }],
    [7, {}],
    [7, { subtype: 'myspace' }],
    [7, { subtype: 'constructor' }],
    [7, { subtype: 'github', other: 'x' }],
    [7, { subtype: 'custom', url_pattern: 'https://a.example/' }],
    [7, { subtype: 'custom', url_pattern: 'https://%(username)s.example/%(username)s' }],
    [7, { subtype: 'custom', url_pattern: '%(username)s' }],
  ];
  test.each(bad)('type %i refuses %j', (type, data) => {
    expect(() => checkFieldData(type, data)).toThrow(/./);
  });
});

test('the URL pattern of every built-in account is valid or empty', () => {
  expect(Object.keys(externalAccounts)).toHaveLength(21);
  for (const { url_pattern, name, text, hint } of Object.values(externalAccounts)) {
    const isLink = isUrl(url_pattern.replace(USERNAME_SLOT, 'name'));
    expect(isLink || url_pattern === '' || url_pattern === USERNAME_SLOT).toBe(true);
    expect([name, text, hint].every((word) => word !== '')).toBe(true);
  }
});

test('profile text is rendered as Markdown and escapes HTML', () => {
  expect(renderProfileText('a <b> & **c**')).toBe('<p>a &lt;b&gt; &amp; <strong>c</strong></p>');
  expect(renderProfileText('')).toBe('');
});

test('older mobile clients receive pronouns as short text', () => {
  const old = { name: 'ZulipMobile', version: '27.191', agent: '' };
  expect(knowsPronouns(old)).toBe(false);
  expect(knowsPronouns({ ...old, version: '27.192' })).toBe(true);
  expect(knowsPronouns({ ...old, name: 'ZulipFlutter', version: '0.0.1' })).toBe(true);
  const fields = [presentField(field(8)), presentField(field(2))];
  expect(adaptFields(fields, false).map(({ type }) => type)).toEqual([1, 2]);
  expect(adaptFields(fields, true).map(({ type }) => type)).toEqual([8, 2]);
});
