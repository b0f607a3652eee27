import { describe, expect, test } from 'vitest';
import { render } from '../src/full.ts';
import { caseContext } from './cases.ts';

/** Texts between the numbered cases, each with its HTML. */
const details: Readonly<Record<string, readonly (readonly [text: string, html: string])[]>> = {
  lists: [
    [
      '- a\n  ```\n  code\n\n  more\n  ```\n- b',
      '<ul>\n<li>a<div class="codehilite"><pre><span></span><code>code\n\nmore\n</code></pre></div>\n</li>\n<li>b</li>\n</ul>',
    ],
    [
      '1. a\n   - b\n     - c\n2. d',
      '<ol>\n<li>a<ul>\n<li>b<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ol>',
    ],
    ['- a\n\n  b\n- c', '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>'],
    [
      '- a\n  - b\n\n  - c\n- d',
      '<ul>\n<li>a<ul>\n<li>\n<p>b</p>\n</li>\n<li>\n<p>c</p>\n</li>\n</ul>\n</li>\n<li>d</li>\n</ul>',
    ],
    ['- a\n\ntext', '<ul>\n<li>a</li>\n</ul>\n<p>text</p>'],
    ['- a\ntext\n- b', '<ul>\n<li>a<br>\ntext</li>\n<li>b</li>\n</ul>'],
    ['- a\n> q', '<ul>\n<li>a</li>\n</ul>\n<blockquote>\n<p>q</p>\n</blockquote>'],
    ['text\n5. x', '<p>text</p>\n<ol start="5">\n<li>x</li>\n</ol>'],
    ['text\n14. x', '<p>text<br>\n14. x</p>'],
    ['1. a\n\n2. b', '<ol>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ol>'],
  ],
  'quotes and fences': [
    ['a\n> b', '<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    ['> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    ['> > deep', '<blockquote>\n<blockquote>\n<p>deep</p>\n</blockquote>\n</blockquote>'],
    ['>\n> a', '<blockquote>\n<p>a</p>\n</blockquote>'],
    [
      '```quote\n```py\nx\n```\nafter\n```\nend',
      '<blockquote>\n<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="n">x</span>\n</code></pre></div>\n<p>after</p>\n</blockquote>\n<p>end</p>',
    ],
    [
      '~~~quote\n```quote\na\n```\nb\n~~~',
      '<blockquote>\n<blockquote>\n<p>a</p>\n</blockquote>\n<p>b</p>\n</blockquote>',
    ],
    [
      '```\n#!python\nx = 1\n```',
      '<div class="codehilite"><pre><span></span><code><span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>\n</code></pre></div>',
    ],
    [
      '```\n#!/usr/bin/env python\nx\n```',
      '<div class="codehilite"><pre><span></span><code><span class="c1">#!/usr/bin/env python</span>\n<span class="n">x</span>\n</code></pre></div>',
    ],
    [
      '```\n:::js\nlet x\n```',
      '<div class="codehilite"><pre><span></span><code><span class="k">let</span> <span class="n">x</span>\n</code></pre></div>',
    ],
  ],
  emphasis: [
    ['*a\nb*', '<p>*a<br>\nb*</p>'],
    ['**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
    ['*a **b** c*', '<p><em>a <strong>b</strong> c</em></p>'],
    ['~~a **b**~~', '<p><del>a <strong>b</strong></del></p>'],
    ['**`a**`**', '<p><strong><code>a**</code></strong></p>'],
    ['`a`b`', '<p><code>a</code>b`</p>'],
    ['``a`', '<p>``a`</p>'],
  ],
  links: [
    ['[`code`](https://a.example.org)', '<p><a href="https://a.example.org"><code>code</code></a></p>'],
    ['[a [b] c](https://a.example.org/(x))', '<p><a href="https://a.example.org/(x)">a [b] c</a></p>'],
    ['[t](https://a.example.org "hi")', '<p><a href="https://a.example.org" title="hi">t</a></p>'],
    ['[m](me@a.example.org)', '<p><a href="mailto:me@a.example.org">m</a></p>'],
    [
      '(https://a.example.org/x_(y))',
      '<p>(<a href="https://a.example.org/x_(y)">https://a.example.org/x_(y)</a>)</p>',
    ],
    ['"https://a.example.org"', '<p>"<a href="https://a.example.org">https://a.example.org</a>"</p>'],
    [
      '**see https://a.example.org**',
      '<p><strong>see <a href="https://a.example.org">https://a.example.org</a></strong></p>',
    ],
    ['<https://a.example.org>', '<p>&lt;<a href="https://a.example.org">https://a.example.org</a>&gt;</p>'],
    [
      'https://a.example.org/a*b*c',
      '<p><a href="https://a.example.org/a*b*c">https://a.example.org/a*b*c</a></p>',
    ],
    [
      'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '<p><a href="bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa">bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa</a></p>',
    ],
    ['[not a `link](/foo`)', '<p>[not a <code>link](/foo</code>)</p>'],
  ],
  mentions: [
    [
      '@**everyone** @_**all**',
      '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span> <span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>',
    ],
    ['@*Support*', '<p>@<em>Support</em></p>'],
    ['@**Ada Byron|10**', '<p><span class="user-mention" data-user-id="10">@Ada Byron</span></p>'],
    ['@**ada byron|10**', '<p>@<strong>ada byron|10</strong></p>'],
    ['[@**Ada Byron**]', '<p>[<span class="user-mention" data-user-id="10">@Ada Byron</span>]</p>'],
    ['{#**eng**', '<p>{<a class="stream" data-stream-id="5" href="/#narrow/channel/5-eng">#eng</a></p>'],
    ['[#**eng**]', '<p>[#<strong>eng</strong>]</p>'],
    ['#**Eng**', '<p>#<strong>Eng</strong></p>'],
  ],
  'emoji and times': [
    [
      '::tada::',
      '<p>:<span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>:</p>',
    ],
    [
      ':zulip:',
      '<p><img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip"></p>',
    ],
    ['<time:1700000000>', '<p><time datetime="2023-11-14T22:13:20Z">1700000000</time></p>'],
    ['<time:2026-02-30>', '<p>&lt;time:2026-02-30&gt;</p>'],
  ],
  previews: [
    [
      '- https://a.example.org/p.png',
      '<ul>\n<li>\n<div class="message_inline_image"><a href="https://a.example.org/p.png"><img src="https://a.example.org/p.png"></a></div>\n</li>\n</ul>',
    ],
    [
      '- look https://a.example.org/p.png ok\n- b',
      '<ul>\n<li>look <a href="https://a.example.org/p.png">https://a.example.org/p.png</a> ok<div class="message_inline_image"><a href="https://a.example.org/p.png"><img src="https://a.example.org/p.png"></a></div>\n</li>\n<li>b</li>\n</ul>',
    ],
    [
      'https://youtu.be/abcdefghijk',
      '<p><a href="https://youtu.be/abcdefghijk">https://youtu.be/abcdefghijk</a></p>\n<div class="youtube-video message_inline_image"><a data-id="abcdefghijk" href="https://youtu.be/abcdefghijk"><img src="https://i.ytimg.com/vi/abcdefghijk/mqdefault.jpg"></a></div>',
    ],
    [
      '# https://a.example.org/p.png',
      '<h1><a href="https://a.example.org/p.png">https://a.example.org/p.png</a></h1>\n<div class="message_inline_image"><a href="https://a.example.org/p.png"><img src="https://a.example.org/p.png"></a></div>',
    ],
    [
      '![s](https://a.example.org/s.mp3)',
      '<p><audio controls preload="metadata" src="https://a.example.org/s.mp3" title="s"></audio></p>',
    ],
    [
      'https://chat.example.org/user_uploads/2/ab/v.mp4',
      '<div class="message_inline_image message_inline_video"><a href="user_uploads/2/ab/v.mp4"><video preload="metadata" src="user_uploads/2/ab/v.mp4"></video></a></div>',
    ],
  ],
  'white space': [
    ['a\tb', '<p>a   b</p>'],
    ['\ttab', '<div class="codehilite"><pre><span></span><code>tab\n</code></pre></div>'],
    ['a\r\nb', '<p>a<br>\nb</p>'],
    [' ', ''],
    ['\n\n', ''],
  ],
};

describe.each(Object.entries(details))('%s', (_group, pairs) => {
  test.each(pairs)('%j', (text, html) => {
    expect(render(text, caseContext).html).toBe(html);
  });
});

test('an organization may choose the language of unlabelled fences, even quote or math', () => {
  const fence = '```\nx\n```';
  expect(render(fence, { defaultCodeLanguage: 'js' }).html).toContain('data-code-language="JavaScript"');
  expect(render(fence, { defaultCodeLanguage: 'quote' }).html).toBe('<blockquote>\n<p>x</p>\n</blockquote>');
  expect(render(fence, { defaultCodeLanguage: 'math' }).html).toContain('katex-display');
});

test('pictures that are ready, animated or converted', () => {
  const image = {
    width: 2,
    height: 1,
    thumbnail: 'ready',
    animated: true,
    transcoded: '840x560.webp',
  } as const;
  const uploads = [{ path: '1/a.heic', contentType: 'image/heic', image }];
  expect(render('[a](/user_uploads/1/a.heic)', { uploads, previews: true }).html).toContain(
    '<img data-animated="true" data-original-content-type="image/heic" data-original-dimensions="2x1" ' +
      'data-transcoded-image="840x560.webp" src="/user_uploads/thumbnail/1/a.heic/840x560-anim.webp">',
  );
});

test('formulas that ask for too much show their source', () => {
  for (const tex of [String.raw`\def\a{x}\a`, '{'.repeat(9) + '}'.repeat(9), 'x+'.repeat(500)]) {
    expect(render(`$$${tex}$$`).html).toContain('tex-error');
  }
  expect(render(String.raw`$$\left(\frac{a}{b}\right)$$`).html).not.toContain('tex-error');
});

test('words that objects know mean nothing special', () => {
  for (const word of ['constructor', '__proto__', 'toString']) {
    expect(render(`\`\`\`${word}\nx\n\`\`\``).html).toContain(`data-code-language="${word}"`);
    expect(render(`:${word}: @**${word}** #**${word}**`, caseContext).html).not.toContain('function');
  }
});

test('references to characters that do not exist are text', () => {
  expect(render('&#65; &#x1F389; &#0; &#xD; &#xD800; &#1114112; &#xFFFE;').html).toBe(
    '<p>&#65; &#x1F389; &amp;#0; &amp;#xD; &amp;#xD800; &amp;#1114112; &amp;#xFFFE;</p>',
  );
});
