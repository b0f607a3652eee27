import { processorMs } from '@parley/test-support/processor-time.ts';
import { describe, expect, test } from 'vitest';
import { continueList } from './continue-list.ts';
import { formatText, linkFromPaste, type Format } from './format.ts';
import { htmlToMarkdown } from './html-to-markdown.ts';
import { differenceOf, type TextEdit, type TextSelection } from './text-edit.ts';

/** `[` and `]` mark the selection, a single `|` the caret. */
function read(marked: string): TextSelection {
  const caret = marked.indexOf('|');
  if (caret !== -1) return { text: marked.replace('|', ''), start: caret, end: caret };
  const start = marked.indexOf('⟦');
  return { text: marked.replace('⟦', '').replace('⟧', ''), start, end: marked.indexOf('⟧') - 1 };
}

function show({ text }: TextSelection, edit: TextEdit): string {
  const after = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const { selectFrom: from, selectTo: to } = edit;
  return from === to
    ? `${after.slice(0, from)}|${after.slice(from)}`
    : `${after.slice(0, from)}⟦${after.slice(from, to)}⟧${after.slice(to)}`;
}

const noon = new Date('2026-03-03T12:00:00');

test.each<[Format, string, string]>([
  ['bold', 'a ⟦b⟧ c', 'a **⟦b⟧** c'],
  ['bold', 'a **⟦b⟧** c', 'a ⟦b⟧ c'],
  ['bold', 'a ⟦b ⟧c', 'a **⟦b⟧** c'],
  ['bold', '|', '**|**'],
  ['italic', '⟦b⟧', '*⟦b⟧*'],
  ['italic', '*⟦b⟧*', '⟦b⟧'],
  ['italic', '**⟦b⟧**', '***⟦b⟧***'],
  ['italic', '***⟦b⟧***', '**⟦b⟧**'],
  ['code', '⟦x⟧', '`⟦x⟧`'],
  ['code', '⟦x\ny⟧', '```\n⟦x\ny⟧\n```'],
  ['quote', 'one|', '> one|'],
  ['quote', '> one|', 'one|'],
  ['list', '⟦one\ntwo⟧', '⟦- one\n- two⟧'],
  ['list', '⟦- one\n- two⟧', '⟦one\ntwo⟧'],
  ['spoiler', 'a ⟦end⟧', 'a \n```spoiler ⟦Title⟧\nend\n```'],
  ['link', '⟦here⟧', '[here](⟦https://⟧)'],
  ['link', '⟦https://a.example⟧', '[|](https://a.example)'],
  ['link', '|', '[|](https://)'],
])('%s turns %j into %j', (format, before, after) => {
  const selection = read(before);
  expect(show(selection, formatText(selection, format, noon))).toBe(after);
});

test('a time for everyone names the moment with its offset', () => {
  const { insert } = formatText(read('|'), 'time', noon);
  const written = /^<time:(.+)>$/.exec(insert)?.[1] ?? '';
  expect(new Date(written).getTime()).toBe(noon.getTime());
});

test.each([
  ['- one|', '- one\n- |'],
  ['* [x] one|', '* [x] one\n* [ ] |'],
  ['  9. nine|', '  9. nine\n  10. |'],
  ['> said|', '> said\n> |'],
  ['- one\n- |', '- one\n|'],
  ['- one| more', '- one\n- | more'],
])('Enter continues %j as %j', (before, after) => {
  const selection = read(before);
  const edit = continueList(selection);
  expect(edit && show(selection, edit)).toBe(after);
});

test.each(['plain|', '|- one', '```\n- code|', '-no space|', '⟦- one⟧'])(
  'Enter leaves %j alone',
  (before) => {
    expect(continueList(read(before))).toBeUndefined();
  },
);

describe('a pasted address', () => {
  test('becomes a link of the selected text', () => {
    const selection = read('see ⟦the log⟧ now');
    const edit = linkFromPaste(selection, ' https://a.example/x ');
    expect(edit && show(selection, edit)).toBe('see [the log](https://a.example/x)| now');
  });
  test.each([
    ['nothing|', 'https://a.example'],
    ['⟦the log⟧', 'two words'],
    ['⟦https://b.example⟧', 'https://a.example'],
  ])('stays an address over %j', (before, pasted) => {
    expect(linkFromPaste(read(before), pasted)).toBeUndefined();
  });
});

test.each([
  ['<p>plain</p>', undefined],
  ['<p>a <b>bold</b> and <em>it</em></p>', 'a **bold** and *it*'],
  ['<b style="font-weight:normal"><p>One</p><p>Two <i>x</i></p></b>', 'One\n\nTwo *x*'],
  ['<ul><li>one</li><li>two<ol><li>in</li></ol></li></ul>', '- one\n- two\n  1. in'],
  ['<a href="https://a.example/?a=1&amp;b=2">there</a>', '[there](https://a.example/?a=1&b=2)'],
  ['<a href="javascript:alert(1)">bad</a> <b>x</b>', 'bad **x**'],
  ['<a href="https://a.example">https://a.example</a>', 'https://a.example'],
  ['<pre><code>let a = 1;\n  b &lt; c</code></pre>', '```\nlet a = 1;\n  b < c\n```'],
  ['<h2>Title</h2><p>Text <code>x</code></p>', '## Title\n\nText `x`'],
  ['<blockquote><p>said</p></blockquote><p><b>me</b></p>', '> said\n\n**me**'],
  ['<style>b{}</style><script>x</script><b>a</b>', '**a**'],
])('pasted %j becomes %j', (html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

test('a long paste of broken HTML takes no noticeable time', () => {
  const spent = processorMs(() => {
    htmlToMarkdown(`<b>${'<a href="'.repeat(10_000)}`);
    htmlToMarkdown('<'.repeat(190_000) + '<b>x');
  });
  expect(spent).toBeLessThan(2_000);
});

test.each([
  ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
  ['abc', 'abc', { from: 3, to: 3, insert: '' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['', 'new', { from: 0, to: 0, insert: 'new' }],
])('the difference of %j and %j is small', (before, after, difference) => {
  expect(differenceOf(before, after)).toEqual(difference);
});
