import { expect, test } from 'vitest';
import {
  bold,
  code,
  codeBlock,
  enumerated,
  facts,
  globalTime,
  link,
  paragraphs,
  plain,
  quote,
  wordsOf,
} from './markdown.ts';

test.each([
  ['a\n b\tc', 'a b c'],
  ['@**all** @*group* x@y', '@_**all** @_*group* x@y'],
  ['`code`', "'code'"],
  ['[log in](https://x.example)', '[log in] (https://x.example)'],
])('%j is shown as %j', (text, shown) => {
  expect(plain(text)).toBe(shown);
});

test.each([
  ['a [b] c', 'https://x.example/a b(c)', '[a (b) c](https://x.example/a%20b%28c%29)'],
  ['a', '', 'a'],
  ['a', undefined, 'a'],
  ['a', 'https://x.example/><', '[a](https://x.example/%3E%3C)'],
  ['a', '@**all**`', '[a](@%2A%2Aall%2A%2A%60)'],
])('the label %j and the address %j make a link', (label, url, shown) => {
  expect(link(label, url)).toBe(shown);
});

test('fences are longer than any in the text', () => {
  expect(quote('a\n```\nb')).toBe('````quote\na\n```\nb\n````');
  expect(codeBlock('~~~~', 'js')).toBe('`````js\n~~~~\n`````');
});

test('blank texts are left out', () => {
  expect([quote('  '), quote(undefined), bold(' '), paragraphs('a', '', undefined, 'b')]).toEqual([
    '',
    '',
    '',
    'a\n\nb',
  ]);
});

test('emphasis of a text does not end early', () => {
  expect([bold('a**b'), code('a`b')]).toEqual(['**ab**', "`a'b`"]);
});

test.each([
  ['2026-03-02T10:00:00.123Z', '<time:2026-03-02T10:00:00Z>'],
  [1_772_443_800, '<time:2026-03-02T09:30:00Z>'],
  ['tomorrow?', ''],
  [Infinity, ''],
  ['', ''],
  [undefined, ''],
])('the time of %j is %j', (at, shown) => {
  expect(globalTime(at)).toBe(shown);
});

test('lists have commas and an `and`', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(enumerated)).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ]);
});

test('facts are lines, and those without a value are left out', () => {
  expect(facts(['Level', 'high @**all**'], ['Host', undefined], ['Tags', ' '], ['Count', '2'])).toBe(
    '**Level**: high @_**all**\n**Count**: 2',
  );
});

test('a name in code is shown as words', () => {
  expect(['partial_outage', 'In-Progress', 'partlyDone', 'FAILED'].map(wordsOf)).toEqual([
    'partial outage',
    'in progress',
    'partly done',
    'failed',
  ]);
});
