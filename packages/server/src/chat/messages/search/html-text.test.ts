import { expect, test } from 'vitest';
import { highlight, textOf } from './html-text.ts';
import { matches } from './matches.ts';
import { unitsOf } from './units.ts';

function H(text: string): string {
  return `<span class="highlight">${text}</span>`;
}

const TADA = '<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>';

test.each<[string, string, string, string]>([
  [
    'words in all forms',
    'runs',
    '<p>Running late, he runs</p>',
    `<p>${H('Running')} late, he ${H('runs')}</p>`,
  ],
  ['text outside of tags', 'b', '<p><a href="a>b">b</a></p>', `<p><a href="a>b">${H('b')}</a></p>`],
  ['joined words as one', '1.2.3', '<p>v 1.2.3 out</p>', `<p>v ${H('1.2.3')} out</p>`],
  ['words joined by an entity', "don't", '<p>don&#39;t</p>', `<p>${H('don&#39;t')}</p>`],
  ['words of a phrase', '"a b"', '<p>a <em>b</em> b</p>', `<p>${H('a')} <em>${H('b')}</em> b</p>`],
  ['a word across tags', 'unable', '<p>un<em>able</em></p>', `<p>${H('un')}<em>${H('able')}</em></p>`],
  ['a part of a camelCase word', 'user', '<p>getUserName</p>', `<p>get${H('User')}Name</p>`],
  ['signs', '天気', '<p>良い天気です</p>', `<p>良い${H('天気')}です</p>`],
  ['halfwidth signs', 'バー', '<p>ｻｰﾊﾞｰが</p>', `<p>ｻｰ${H('ﾊﾞｰ')}が</p>`],
  ['every occurrence', '天', '<p>天と天</p>', `<p>${H('天')}と${H('天')}</p>`],
  ['nothing beside entities', 'amp', '<p>a &amp; b</p>', '<p>a &amp; b</p>'],
  ['rendered emoji', '🎉', `<p>${TADA}</p>`, `<p>${TADA.replace(':tada:', H(':tada:'))}</p>`],
])('[SE12] a highlight marks %s', (_, search, html, highlighted) => {
  expect(highlight(unitsOf(search, []), html)).toBe(highlighted);
});

test('words are separated by blocks but not by inline elements', () => {
  expect(textOf('<p>foo_<strong>bar</strong></p><p>baz<br>x &lt;y&gt; &unknown;</p>').split(/\s+/)).toEqual([
    '',
    'foo_bar',
    'baz',
    'x',
    '<y>',
    '&unknown;',
    '',
  ]);
});

test('[SE8] a rendered emoji is found by its sign and its name', () => {
  const text = textOf(`<p>done${TADA}</p>`);
  for (const search of ['🎉', 'tada', ':tada:', 'done'])
    expect(matches(unitsOf(search, []), [text])).toBe(true);
});

test('[SE6] a phrase does not begin in the topic and end in the content', () => {
  expect(matches(unitsOf('"release notes"', []), ['the release', 'notes of it'])).toBe(false);
  expect(matches(unitsOf('release notes', []), ['the release', 'notes of it'])).toBe(true);
});
