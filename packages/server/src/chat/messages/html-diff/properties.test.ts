import { array, assert, constantFrom, letrec, oneof, pre, property, tuple, type Arbitrary } from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { diffHtml } from './diff-html.ts';

/** A busy machine must not decide what is found. */
const stopped = { monotonic: () => 0 };

type Tag = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };
type Parsed = { readonly text: string; readonly tags: readonly Tag[] };

/** The text of some HTML without what is marked in one way, and all its tags. */
function parse(html: string, leftOut?: 'inserted' | 'deleted'): Parsed {
  const tags: Tag[] = [];
  const open: boolean[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        tags.push({ name, attributes });
        open.push(attributes['class'] === `highlight_text_${leftOut}`);
      },
      onclosetag: () => void open.pop(),
      ontext: (part) => {
        if (!open.includes(true)) text += part;
      },
    },
    { lowerCaseAttributeNames: false, recognizeSelfClosing: true },
  );
  parser.end(html);
  return { text, tags };
}

/** Marks bring white space and the targets of links along; nothing else may be added or lost. */
function words(html: string, leftOut?: 'inserted' | 'deleted'): string {
  return parse(html, leftOut)
    .text.replaceAll(/ Link: \S+/g, '')
    .replaceAll(/\s/g, '');
}

/** Whether every tag that opens is closed by itself, in order. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([^\s>]+)[^>]*>/g)) {
    if (slash === '/' ? open.pop() !== name : false) return false;
    if (slash === '' && !/^(?:br|hr|img|input)$/.test(name)) open.push(name);
  }
  return open.length === 0;
}

const word = constantFrom('a', 'b', 'c', 'foo', 'bar', '&lt;b&gt;', '&amp;amp;', 'é', '✔');
const space = constantFrom(' ', '\n', '  ', '');

function joined(parts: Arbitrary<string>, maxLength: number): Arbitrary<string> {
  return array(tuple(parts, space), { maxLength }).map((all) => all.flat().join(''));
}

function around(name: string, inside: Arbitrary<string>): Arbitrary<string> {
  return inside.map((html) => `<${name}>${html}</${name.split(' ')[0]}>`);
}

const { inline, block } = letrec<{ inline: string; block: string }>((tie) => ({
  inline: oneof(
    { maxDepth: 3 },
    word,
    constantFrom('<br>', '<img src="1">', '<img src="2">', '<span></span>'),
    around('strong', joined(tie('inline'), 3)),
    around('em', joined(tie('inline'), 3)),
    around('a href="http://x.org"', joined(tie('inline'), 2)),
    around('a href="http://y.org"', joined(tie('inline'), 2)),
    around('span class="katex"', word),
  ),
  block: oneof(
    { maxDepth: 3 },
    around('p', joined(tie('inline'), 5)),
    around('pre', around('code', joined(tie('inline'), 5))),
    around('blockquote', joined(tie('block'), 3)),
    around('ul', joined(around('li', joined(tie('inline'), 3)), 3)),
    around('ol', joined(around('li', joined(tie('block'), 2)), 3)),
    around('table', joined(around('tr', joined(around('td', joined(word, 2)), 3)), 3)),
  ),
}));
const message = joined(oneof(block, block, block, inline), 5);

test('a diff without insertions is the old text, and without deletions the new one', () => {
  assert(
    property(message, message, (before, after) => {
      const diff = diffHtml(before, after, stopped);
      expect(words(diff, 'inserted')).toBe(words(before));
      expect(words(diff, 'deleted')).toBe(words(after));
      expect(diff).toMatch(/^<div>.*<\/div>$/s);
      expect(isBalanced(diff)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('a diff of a single edit shows that edit', () => {
  const edited = tuple(joined(block, 4), block, block, joined(block, 4));
  assert(
    property(edited, ([start, old, now, end]) => {
      const diff = diffHtml(start + old + end, start + now + end, stopped);
      expect(words(diff, 'inserted')).toBe(words(start + old + end));
      expect(words(diff, 'deleted')).toBe(words(start + now + end));
      expect(isBalanced(diff)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const pieces = [
  ...`< > " ' = / &lt; &quot; &#60;script&#62; <!-- --> <![CDATA[ ]]> </div> </span> </p> <p> <b> </b> <br/>`.split(
    ' ',
  ),
  ...`<svg/onload=1> <script> </script> <textarea> <title> <table> <td> <select> <math> <style> <li>`.split(
    ' ',
  ),
  ' a ',
  '<a href="',
  "<a href='",
  '<img src=x onerror=1>',
  '<a"b c>',
  '<x:y z"=1>',
  '<p class="katex">',
];

test('a diff has no tag or attribute that the texts do not have', () => {
  const hostile = constantFrom(...pieces);
  const soup = array(hostile, { maxLength: 12 }).map((parts) => parts.join(''));
  assert(
    property(soup, soup, (before, after) => {
      pre(before !== after);
      const known = [...parse(before).tags, ...parse(after).tags];
      const names = new Set(['div', 'span', ...known.map(({ name }) => name)]);
      const attributes = new Set(known.flatMap((tag) => Object.entries(tag.attributes)).map(String));
      const diff = diffHtml(before, after, stopped);
      expect(isBalanced(diff)).toBe(true);
      for (const tag of parse(diff).tags) {
        expect(names).toContain(tag.name);
        const own = Object.entries(tag.attributes).filter(
          ([, value]) => !value.startsWith('highlight_text_'),
        );
        for (const pair of own) expect(attributes).toContain(String(pair));
      }
    }),
    { numRuns: 500 },
  );
});
