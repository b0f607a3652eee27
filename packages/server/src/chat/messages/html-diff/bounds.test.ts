import { expect, test } from 'vitest';
import { diffHtml } from './diff-html.ts';

function repeat(count: number, part: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => part(i)).join('');
}

function shownWhole(before: string, after: string): string {
  return `<div><span class="highlight_text_inserted">${after}</span> <span class="highlight_text_deleted">${before}</span> </div>`;
}

/** A busy machine must not decide what is found. */
const stopped = { monotonic: () => 0 };

test('long texts without a common word are replaced block by block', () => {
  const before = repeat(2, (p) => `<p>${repeat(1000, (i) => `a${p}${i} `)}</p>`);
  const after = repeat(2, (p) => `<p>${repeat(1000, (i) => `b${p}${i} `)}</p>`);
  const diff = diffHtml(before, after, stopped);
  expect(diff.match(/_inserted|_deleted/g)).toEqual(['_inserted', '_deleted', '_inserted', '_deleted']);
  expect(diff.match(/<p>/g)).toHaveLength(2);
});

test('many edits of a long text are shown one by one', () => {
  const text = (edit: string): string =>
    `<p>${repeat(1600, (i) => (i % 5 === 0 ? `${edit}${i} ` : `w${i} `))}</p>`;
  expect(diffHtml(text('a'), text('b'), stopped).match(/_inserted/g)).toHaveLength(320);
});

test('a comparison that exceeds its time replaces the whole text', () => {
  const text = (seed: number): string => {
    let value = seed;
    return `<p>${repeat(5000, () => {
      value = (value * 1_103_515_245 + 12_345) % 2_147_483_648;
      return `w${(value >> 16) % 50} `;
    })}</p>`;
  };
  const diff = diffHtml(text(3), text(7), stopped);
  expect(diff.match(/_inserted|_deleted/g)).toEqual(['_inserted', '_deleted']);
});

test.each([
  ['very long', `<p>${'a'.repeat(150_000)}</p>`],
  ['of very many words', `<p>${'a '.repeat(7000)}</p>`],
  ['nested deeply', `${'<div>'.repeat(5000)}a${'</div>'.repeat(5000)}`],
  ['a formula nested deeply', `<p class="katex">${'<span>'.repeat(5000)}a${'</span>'.repeat(5000)}</p>`],
])('what is %s is shown whole', (_, html) => {
  expect(diffHtml(html, '<p>b</p>', stopped)).toBe(shownWhole(html, '<p>b</p>'));
  expect(diffHtml('<p>b</p>', html, stopped)).toBe(shownWhole('<p>b</p>', html));
});

test('a diff that exceeds the output limit shows the texts whole', () => {
  const words = (other: string): string => repeat(1000, (i) => (i % 2 === 0 ? `${other} ` : `w${i} `));
  const before = `<a href="${'x'.repeat(9000)}">${words('a')}</a>`;
  expect(diffHtml(before, words('b'), stopped)).toBe(shownWhole(before, words('b')));
});

test('texts that are not compared in time are shown whole, unless they are short', () => {
  let now = 0;
  const slow = { monotonic: () => (now += 15) };
  const [before, after] = [`<p>${'a'.repeat(6000)}</p>`, `<p>${'b'.repeat(6000)}</p>`];
  expect(diffHtml(before, after, slow)).toBe(shownWhole(before, after));
  expect(diffHtml('<p>a</p>', '<p>b</p>', slow)).not.toBe(shownWhole('<p>a</p>', '<p>b</p>'));
});

test('a few words are compared even after the time limit', () => {
  let now = 0;
  const slow = { monotonic: () => (now += 15) };
  const diff = diffHtml('<p>a x a</p>', '<p>a y a</p>', slow);
  expect(diff.replaceAll(/<[^>]*>/g, '')).toBe('a y x a');
});
