import { expect, test } from 'vitest';
import { render } from '../full.ts';
import { topicLinks } from '../topic-links.ts';
import { expandReverse, matchLinkifiers, patternGroups, templateVariables } from './index.ts';
import { literalPrefix } from './literal-prefix.ts';

const issue = { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://i.example.org/{id}' };

function found(text: string): string[] {
  return matchLinkifiers([issue], text, true).map(({ start, end }) => text.slice(start, end));
}

test.each(['(#123)', '"#123"', '#123@', 'a,#123', '\u2003#123', '#123-'])('%s holds a link', (text) => {
  expect(found(text)).toEqual(['#123']);
});

test.each(['Hello#123', '#123World', ')#123(', '##123', '漢#123', '#123漢'])('%s holds none', (text) => {
  expect(found(text)).toEqual([]);
});

test('the first configured linkifier takes the text before the others', () => {
  const long = { pattern: 'X-(?P<n>[0-9]+-[0-9]+)', urlTemplate: 'https://long.example.org/{n}' };
  const short = { pattern: 'X-(?P<n>[0-9]+)', urlTemplate: 'https://short.example.org/{n}' };
  expect(matchLinkifiers([long, short], 'X-1-2', true).map(({ url }) => url)).toEqual([
    'https://long.example.org/1-2',
  ]);
  expect(matchLinkifiers([short, long], 'X-1-2', true).map(({ url }) => url)).toEqual([
    'https://short.example.org/1',
  ]);
});

test('values are encoded and unsafe addresses stay text', () => {
  const word = { pattern: 'w:(?P<w>.+)', urlTemplate: 'https://w.example.org/{w}' };
  expect(matchLinkifiers([word], 'w:a b/c', true)[0]?.url).toBe('https://w.example.org/a%20b%2Fc');
  const script = { pattern: 'js:(?P<code>.+)', urlTemplate: 'javascript:{code}' };
  expect(render('js:alert', { linkifiers: [script] }).html).toBe('<p>js:alert</p>');
});

test('linkifiers leave code, links and addresses alone', () => {
  const html = render('`#1` [#2](https://a.example.org) https://a.example.org/(#3 #4', {
    linkifiers: [issue],
  }).html;
  expect(html.match(/i\.example\.org/g)).toHaveLength(1);
});

test('links of a topic: linkifiers win over addresses and all come by position', () => {
  expect(topicLinks('a.example.org #7 http://b.example.org', [issue], matchLinkifiers)).toEqual([
    { text: 'a.example.org', url: 'https://a.example.org' },
    { text: '#7', url: 'https://i.example.org/7' },
    { text: 'http://b.example.org', url: 'http://b.example.org' },
  ]);
});

test.each([
  ['TICK-(?P<id>[0-9]+)', 'TICK-'],
  ['#(?P<id>[0-9]+)', '#'],
  ['ab?c', 'a'],
  ['(?i)abc', ''],
  ['abc|d', ''],
  ['[ab]c', ''],
])('matches of %s begin with "%s"', (pattern, prefix) => {
  expect(literalPrefix(pattern)).toBe(prefix);
});

test('patterns outside the linear dialect or too large are refused', () => {
  for (const bad of ['(?=a)', String.raw`(a)\1`, '(a', '((a{100}){100}){100}', 'a'.repeat(501)]) {
    expect(patternGroups(bad).kind).toBe('error');
  }
  expect(patternGroups('(?P<a>x)(?P<b>y)')).toMatchObject({ kind: 'groups', names: ['a', 'b'] });
});

test('templates', () => {
  expect(templateVariables('https://x/{a}{?b,c}{+d:3}{e*}')).toEqual(['a', 'b', 'c', 'd', 'e']);
  for (const bad of ['{a', 'a}', '{{a}}', '{//x}', '{x++}', '{}']) {
    expect(templateVariables(bad)).toBeUndefined();
  }
});

test('reverse templates', () => {
  expect(expandReverse('#{id}', { id: '12' })).toEqual({ kind: 'text', text: '#12' });
  expect(expandReverse('Z-{{{id}}}', { id: '15' })).toEqual({ kind: 'text', text: 'Z-{15}' });
  expect(expandReverse('a}b', {})).toEqual({ kind: 'text', text: 'a}b' });
  for (const bad of ['{id', '{}', '{no}']) expect(expandReverse(bad, { id: '1' }).kind).toBe('error');
});
