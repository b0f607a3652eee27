import { expect, test } from 'vitest';
import { plainText, previewText } from './preview-text.ts';

test.each([
  ['<p>Hello <strong>world</strong> &amp; all</p>\n<p>second</p>', 'Hello world & all'],
  ['<p>one<br>\ntwo</p>', 'one'],
  ['<p><span class="user-mention" data-user-id="5">@Ada</span> look</p>', '@Ada look'],
  [
    '<p>fine <span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
    'fine 😄',
  ],
  ['<p><img alt=":parrot:" class="emoji" src="/x.png" title="parrot"> yes</p>', ':parrot: yes'],
  ['<blockquote>\n<p>quoted</p>\n</blockquote>\n<p>answer</p>', 'answer'],
  ['<blockquote>\n<p>quoted</p>\n<p>more</p>\n</blockquote>', 'quoted'],
  ['<ul>\n<li>first</li>\n<li>second</li>\n</ul>', 'first'],
  ['<div class="codehilite"><pre><span></span><code>line 1\nline 2\n</code></pre></div>', 'line 1'],
  [
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>End</p>\n</div><div class="spoiler-content">\n<p>secret</p>\n</div></div>',
    'End',
  ],
  [
    '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html"><span>x</span></span></span> is it</p>',
    'x^2 is it',
  ],
  ['', ''],
])('the preview of %s is %s', (html, text) => {
  expect(previewText(html)).toBe(text);
});

test('a preview has at most 200 code points', () => {
  const preview = previewText(`<p>${'😀'.repeat(5_000)}</p>`);
  expect(Array.from(preview)).toHaveLength(200);
  expect(preview.endsWith('😀…')).toBe(true);
});

test('the plain text has all lines but those of a spoiler', () => {
  const html =
    '<blockquote>\n<p>why?</p>\n</blockquote>\n<p>So:<br>\none &amp; two</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>' +
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>End</p>\n</div><div class="spoiler-content">\n<p>secret</p>\n</div></div>';
  expect(plainText(html)).toBe('why? So: one & two a b End');
});
