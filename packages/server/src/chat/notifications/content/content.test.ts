import { expect, test } from 'vitest';
import { htmlForEmail } from './html-for-email.ts';
import { plainTextOf } from './plain-text.ts';

const REALM = 'https://chat.example.org';
const formatTime = (time: Date): string => `at ${time.toISOString().slice(11, 16)}`;
const MAIL = { realmUrl: REALM, spoilerHint: '(hidden)', formatTime };

function htmlOf(rendered: string): string {
  return htmlForEmail(rendered, MAIL);
}

function textOf(rendered: string): string {
  return plainTextOf(rendered, { ...MAIL, quoteMark: undefined });
}

function pushTextOf(rendered: string): string {
  return plainTextOf(rendered, { realmUrl: undefined, spoilerHint: '(…)', quoteMark: '[…]', formatTime });
}

const SPOILER =
  '<div class="spoiler-block"><div class="spoiler-header">\n<p>Head <strong>x</strong></p>\n</div>' +
  '<div class="spoiler-content" aria-hidden="true">\n<p>body <em>secret</em></p>\n</div></div>';
const IMAGE_PREVIEW =
  '<div class="message_inline_image"><a href="/user_uploads/2/ab/pic.png" title="pic.png"><img src="/x.svg"></a></div>';
const QUOTE =
  '<p><span class="user-mention silent" data-user-id="10">Ada</span> <a href="#narrow/x">said</a>:</p>\n' +
  '<blockquote>\n<p>hi</p>\n</blockquote>';
const FORMULA =
  '<p><span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>' +
  '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>' +
  '<span class="katex-html" aria-hidden="true">x2</span></span></p>';

test.each([
  ['[N-22] [NT20] a spoiler shows its header only', SPOILER, '<p>Head <strong>x</strong></p>'],
  [
    '[N-22] [NT20] a relative link is absolute',
    '<p><a href="/user_uploads/2/ab/a.txt">f</a></p>',
    '<p><a href="https://chat.example.org/user_uploads/2/ab/a.txt">f</a></p>',
  ],
  [
    'a link to a conversation is absolute',
    '<p><a class="stream" data-stream-id="5" href="/#narrow/channel/5-eng">#eng</a></p>',
    '<a href="https://chat.example.org/#narrow/channel/5-eng">#eng</a>',
  ],
  [
    'an image is a link with its description',
    '<p><img alt="plan" class="inline-image" data-original-src="/user_uploads/2/a/p.png" src="/l.svg"></p>',
    '<p><a href="https://chat.example.org/user_uploads/2/a/p.png">plan</a></p>',
  ],
  [
    'an image without description is a link with its file name',
    '<p><img alt="" class="inline-image" data-original-src="/user_uploads/2/a/my%20p.png" src="/l.svg"></p>',
    '>my p.png</a>',
  ],
  [
    'an emoji is a character',
    '<p><span aria-label="smile" class="emoji emoji-1f604" role="img" title="smile">:smile:</span></p>',
    '<p>😄</p>',
  ],
  [
    'a custom emoji is a small image with an absolute address',
    '<p><img alt=":logo:" class="emoji" src="/user_avatars/2/emoji/images/7.png" title="logo"></p>',
    '<img src="https://chat.example.org/user_avatars/2/emoji/images/7.png" alt=":logo:" width="20" height="20">',
  ],
  ['a formula is its source', FORMULA, '<code class="code">x^2</code>'],
  ['a time is formatted', '<p><time datetime="2026-11-16T10:00:00Z">x</time></p>', '<p>at 10:00</p>'],
  [
    'a mention has the class of the style sheet',
    '<p><span class="user-mention" data-user-id="10">@Ada</span></p>',
    '<p><span class="mention">@Ada</span></p>',
  ],
  ['text stays escaped', '<p>a &lt;b&gt; &amp; c</p>', '<p>a &lt;b&gt; &amp; c</p>'],
  ['unknown elements and attributes are left out', '<p><u onclick="x">a</u></p>', '<p>a</p>'],
  [
    'a preview that is the whole message is a link',
    '<div class="message_inline_image"><a href="https://a.example.org/p.png"><img src="x"></a></div>',
    '<p><a href="https://a.example.org/p.png">p.png</a></p>',
  ],
])('in HTML, %s', (_name, rendered, expected) => {
  expect(htmlOf(rendered)).toContain(expected);
});

test('[N-22] [NT20] spoiler bodies and inline images are in neither part', () => {
  const rendered = `<p>see</p>\n${SPOILER}\n${IMAGE_PREVIEW}`;
  for (const part of [htmlOf(rendered), textOf(rendered)]) {
    expect(part).not.toContain('secret');
    expect(part).not.toContain('pic.png');
    expect(part).not.toContain('<img');
  }
});

test.each([
  ['paragraphs are lines', '<p>one<br>\ntwo</p>\n<p>three</p>', 'one\ntwo\nthree'],
  ['a link has its address', '<p><a href="/u/x">f</a></p>', 'f (https://chat.example.org/u/x)'],
  ['a bare link is written once', '<p><a href="https://a.org/x">https://a.org/x</a></p>', 'https://a.org/x'],
  ['ordered lists are numbered', '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>', '3. a\n4. b'],
  ['nested lists are indented', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>', '- a\n  - b'],
  ['code keeps its lines', '<pre><span></span><code>a\n  b\n</code></pre>', 'a\n  b'],
  ['quotes are marked', QUOTE, 'Ada said (https://chat.example.org/#narrow/x):\n> hi'],
  ['a spoiler shows its header', SPOILER, 'Head x (hidden)'],
  ['a table has a line per row', '<table><tr><td>1</td><td>2</td></tr></table>', '1 2'],
])('in text, %s', (_name, rendered, expected) => {
  expect(textOf(rendered)).toBe(expected);
});

test.each([
  ['[N-35] a quote and other text become a mark and the text', `${QUOTE}\n<p>ok</p>`, '[…]\nok'],
  ['a quote alone is kept', '<blockquote>\n<p>hi</p>\n</blockquote>', '> hi'],
  ['a spoiler shows its header and a mark', SPOILER, 'Head x (…)'],
  ['links have no address', '<p><a href="/u/x">f</a></p>', 'f'],
  ['a custom emoji is its name', '<p><img alt=":logo:" class="emoji" src="/x.png"></p>', ':logo:'],
  ['a formula is its source', FORMULA, 'x^2'],
])('in a push, %s', (_name, rendered, expected) => {
  expect(pushTextOf(rendered)).toBe(expected);
});
