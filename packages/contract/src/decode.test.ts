import { expect, test } from 'vitest';
import * as z from 'zod';
import { decode } from './decode.ts';
import { json, loose, optional, path, text, withDefault } from './parameter.ts';
import { boolean, integer, number, string } from './primitives.ts';

const parameters = {
  draft_id: path(integer, ''),
  flag: json(boolean, ''),
  count: optional(json(integer, '')),
  ids: withDefault(json(z.array(integer), ''), []),
  topic: optional(text(string, '', { aliases: ['subject'] })),
  at: optional(json(number, '')),
};

function run(fields: Record<string, string>) {
  return decode(parameters, { draft_id: '7' }, new Map(Object.entries({ flag: 'true', ...fields })));
}

test('fills defaults and reports what nobody asked for, sorted', () => {
  expect(run({ zeta: '1', alpha: '2', draft_id: '9' })).toEqual({
    ok: true,
    values: { draft_id: 7, flag: true, ids: [] },
    unused: ['alpha', 'draft_id', 'zeta'],
  });
});

test.each(['True', '1', '0', '"true"', 'null', ''])('rejects %j as a boolean', (flag) => {
  expect(run({ flag })).toMatchObject({ ok: false, problem: { code: 'BAD_REQUEST' } });
});

test.each(['5.0', '1e3', '"5"', 'true', 'null', '', 'abc', '0x10', '9007199254740993'])(
  'rejects %j as an integer',
  (count) => {
    expect(run({ count })).toMatchObject({ ok: false, problem: { code: 'BAD_REQUEST' } });
  },
);

test.each(['flag', 'count'])('refuses a long %s by its length', (name) => {
  expect(run({ [name]: `${' '.repeat(100)}1` })).toMatchObject({
    problem: { code: 'BAD_REQUEST', msg: `${name} is too long` },
  });
});

test.each(['5', '5.0', '5.5', '1e3'])('takes %j as a number', (at) => {
  expect(run({ at })).toMatchObject({ ok: true });
});

test('names a missing parameter', () => {
  expect(decode(parameters, { draft_id: '7' }, new Map())).toEqual({
    ok: false,
    problem: {
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "The parameter 'flag' is missing.",
      extra: { var_name: 'flag' },
    },
  });
});

test('refuses a parameter under two names', () => {
  expect(run({ topic: 'a', subject: 'b' })).toMatchObject({
    problem: { code: 'REQUEST_CONFUSING_VAR', extra: { var_name1: 'topic', var_name2: 'subject' } },
  });
});

test('bounds the depth before parsing', () => {
  expect(run({ ids: '['.repeat(1_000_000) })).toMatchObject({ ok: false });
});

test('bounds the number of values before parsing', () => {
  const ids = (count: number, first: string) => `[${first}${',1'.repeat(count - 1)}]`;
  expect(run({ ids: ids(29_000, '1') })).toMatchObject({ ok: true });
  expect(run({ ids: ids(30_001, '1') })).toMatchObject({
    problem: { msg: 'ids has more than 30000 values' },
  });
  expect(run({ ids: ids(5_001, '1.0') })).toMatchObject({
    problem: { msg: 'ids has more than 5000 values' },
  });
});

test('takes the integer -0 as 0', () => {
  expect(run({ count: '-0' })).toMatchObject({ ok: true, values: { count: 0 } });
  expect(run({ ids: '[-0,1]' })).toMatchObject({ ok: true, values: { ids: [0, 1] } });
});

test('refuses ill-formed text and prototype keys inside JSON', () => {
  expect(run({ ids: '["\\ud800"]' })).toMatchObject({ ok: false });
  expect(run({ ids: '{"\\u005f_proto__":{"a":1}}' })).toMatchObject({
    problem: { msg: 'ids has a key that is not allowed' },
  });
  expect(run({ ids: '{"__proto__":{"a":1}}' })).toMatchObject({ ok: false });
});

test('a loose parameter is JSON if it can be, and text otherwise', () => {
  const to = { to: loose(z.union([string, integer, z.array(integer)]), '') };
  const read = (text: string) => decode(to, {}, new Map([['to', text]]));
  expect(read('general')).toMatchObject({ values: { to: 'general' } });
  expect(read('"12"')).toMatchObject({ values: { to: '12' } });
  expect(read('12')).toMatchObject({ values: { to: 12 } });
  expect(read('[1,2]')).toMatchObject({ values: { to: [1, 2] } });
  expect(read('null')).toMatchObject({ ok: false });
});

test('refuses a null character inside JSON, however it is written', () => {
  expect(run({ ids: '["\\u0000"]' })).toMatchObject({ ok: false });
  expect(run({ ids: '{"a\\u0000":1}' })).toMatchObject({ ok: false });
});
