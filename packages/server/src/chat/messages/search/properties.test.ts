import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { atomsOf } from './atoms.ts';
import { highlight, textOf } from './html-text.ts';
import { lookupsOf, type Lookup } from './lookups.ts';
import { matches, spansOf } from './matches.ts';
import { cut, MAX_TOKEN_LENGTH, tokensOf } from './tokens.ts';
import { unitsOf } from './units.ts';

const RUNS = { numRuns: 1_500 };

const WORDS = [
  'run',
  'runs',
  'Running',
  'userName',
  'getUserName',
  'HTMLParser',
  'v1',
  '2',
  '30',
  'foo',
  'the',
  'naïve',
  'ß',
  'Häuser',
  'haus',
  'встреча',
  'встрече',
  'мой',
  'والمكتب',
  'مكتب',
  'הספר',
  'किताबें',
  'कि',
  'Σίσυφος',
  'İ',
  'ı',
  '今日は',
  '天気',
  '気',
  'ｻｰﾊﾞｰ',
  'サーバー',
  '학교에서',
  '학교',
  'ครับ',
  'สวัสดี',
  '🎉',
  '👍🏽',
  '👍',
  '🇩🇪',
  '👩‍💻',
  'x'.repeat(MAX_TOKEN_LENGTH),
  'x'.repeat(MAX_TOKEN_LENGTH + 1),
  `${'x'.repeat(63)}𝐀`,
  `${'x'.repeat(63)}𐐀y`,
];
const GAPS = [' ', ' ', '', '.', '_', '://', '-', ', ', '"', '\n', '    ', '\u0301', '\u200d', '\ud800'];

const text = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary', maxLength: 4 })),
      fc.constantFrom(...GAPS),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.flat().join(''));
const languages = fc.subarray(['de', 'fr', 'tr', 'pt-br', 'xx']);
/** Most searches are cut out of the text, so that many of them match. */
const searched = fc
  .tuple(text, text, fc.nat(), fc.nat(12), fc.boolean(), languages)
  .map(([whole, other, at, length, isOther, codes]) => {
    const start = at % (whole.length + 1);
    return { whole, search: isOther ? other : whole.slice(start, start + length), codes };
  });

function isNamedBy(lookup: Lookup, tokens: ReadonlySet<string>): boolean {
  return lookup.kind === 'token'
    ? tokens.has(lookup.token)
    : [...tokens].some((token) => token.startsWith(lookup.beginning) && lookup.accepts(token));
}

function isBoundary(whole: string, at: number): boolean {
  return at === 0 || (whole.codePointAt(at - 1) ?? 0) <= 0xffff;
}

test('[SE21] the index names every text that a search matches', () => {
  let accepted = 0;
  fc.assert(
    fc.property(searched, ({ whole, search, codes }) => {
      const units = unitsOf(search, codes);
      if (!matches(units, [whole])) return;
      accepted += 1;
      const tokens = tokensOf(whole);
      for (const lookup of lookupsOf(units)) expect(isNamedBy(lookup, tokens)).toBe(true);
      expect(spansOf(units, whole).length).toBeGreaterThan(0);
    }),
    RUNS,
  );
  expect(accepted).toBeGreaterThan(RUNS.numRuns / 10);
});

test('atoms and spans lie on code points, ascend and do not overlap', () => {
  fc.assert(
    fc.property(searched, ({ whole, search, codes }) => {
      for (const ranges of [atomsOf(whole), spansOf(unitsOf(search, codes), whole)]) {
        let done = 0;
        for (const { start, end } of ranges) {
          expect(start).toBeGreaterThanOrEqual(done);
          expect(end).toBeGreaterThan(start);
          expect(isBoundary(whole, start) && isBoundary(whole, end)).toBe(true);
          done = end;
        }
      }
    }),
    RUNS,
  );
});

test('tokens are well-formed, bounded and contain no part of a code point', () => {
  fc.assert(
    fc.property(text, (whole) => {
      for (const token of tokensOf(whole)) {
        expect(token.isWellFormed()).toBe(true);
        expect(token.length).toBeLessThanOrEqual(2 * MAX_TOKEN_LENGTH + 2);
        expect(token).not.toBe('');
      }
    }),
    RUNS,
  );
  expect(cut(`${'x'.repeat(63)}𝐀`)).toBe('x'.repeat(63));
});

test('a highlight changes nothing but the added elements', () => {
  fc.assert(
    fc.property(searched, ({ whole, search, codes }) => {
      const html = whole.replaceAll(/[<>&]/g, '').replaceAll('"', '&quot;').replaceAll('foo', '<b>foo</b>');
      const marked = highlight(unitsOf(search, codes), html);
      expect(marked.replaceAll(/<span class="highlight">|<\/span>/g, '')).toBe(html);
      expect(textOf(marked)).toBe(textOf(html));
    }),
    RUNS,
  );
});

test('a message of the greatest length is read in linear time', () => {
  const long = Array.from({ length: 10_000 }, (_, n) => `aB${n}`).join('');
  const started = process.cpuUsage();
  expect(tokensOf(long).size).toBeGreaterThan(0);
  expect(tokensOf('aB'.repeat(5_000)).size).toBe(1);
  matches(unitsOf('a'.repeat(1_000), ['de']), ['a'.repeat(10_000), 'a.'.repeat(5_000)]);
  matches(unitsOf('"a"'.repeat(300), []), ['a'.repeat(10_000), 'a.'.repeat(5_000)]);
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
});
