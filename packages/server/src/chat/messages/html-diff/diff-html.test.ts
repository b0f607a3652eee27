import { expect, test } from 'vitest';
import { diffHtml } from './diff-html.ts';

function came(html: string): string {
  return `<span class="highlight_text_inserted">${html}</span>`;
}

function went(html: string): string {
  return `<span class="highlight_text_deleted">${html}</span>`;
}

function formula(outgoing: string): string {
  return `<span class="katex"><math><mi>${outgoing}</mi></math></span>`;
}

type Row = readonly [name: string, before: string, after: string, diff: string];

const inOneBlock: readonly Row[] = [
  [
    'a word is replaced: what came stands before what went',
    '<p>one two</p>',
    '<p>one three</p>',
    `<p>one ${came('three')} ${went('two')} </p>`,
  ],
  ['a word comes at the end', '<p>a</p>', '<p>a b</p>', `<p>a ${came('b')} </p>`],
  ['a word comes between others', '<p>a c</p>', '<p>a b c</p>', `<p>a ${came('b')} c</p>`],
  ['a word goes', '<p>a b</p>', '<p>a</p>', `<p>a ${went('b')} </p>`],
  [
    'the target of a link changes',
    '<p>see <a href="http://x.org">x</a></p>',
    '<p>see <a href="http://y.org">x</a></p>',
    `<p>see <a href="http://y.org">x ${came(' Link: http://y.org')} </a> ${went(' Link: http://x.org')} </p>`,
  ],
  [
    'nothing changes',
    '<p>&quot;b&quot; <br>\n</p>',
    '<p>&quot;b&quot; <br>\n</p>',
    '<p>&quot;b&quot; <br>\n</p>',
  ],
  ['there is nothing', '', '', ''],
  [
    'words of one kind share a mark',
    '<p>a b\nc</p>',
    '<p>d  e f</p>',
    `<p>${came('d  e f')} ${went('a b\nc')} </p>`,
  ],
  [
    'a word whose markup changes is shown with the new one',
    '<p>hello world</p>',
    '<p>hello <em>world</em></p>',
    '<p>hello <em>world</em></p>',
  ],
  [
    'marks stand inside of inline elements',
    '<p>hello <strong>big</strong> world</p>',
    '<p>hello <em>small</em> world</p>',
    `<p>hello <em>${came('small')} </em> <strong>${went('big')} </strong> world</p>`,
  ],
  ['a mark never touches the word before', '<p>a</p>', '<p>a<b>c</b></p>', `<p>a <b>${came('c')} </b></p>`],
  [
    'formulas are compared whole',
    `<p>x ${formula('a')}</p>`,
    `<p>x ${formula('b')}</p>`,
    `<p>x ${came(formula('b'))} ${went(formula('a'))} </p>`,
  ],
  [
    'pictures are compared whole',
    '<p>a <img alt=":x:" src="1"></p>',
    '<p>a <img alt=":x:" src="2"></p>',
    `<p>a ${came('<img alt=":x:" src="2">')} ${went('<img alt=":x:" src="1">')} </p>`,
  ],
  ['a line break comes', '<p>a b</p>', '<p>a<br>\nb</p>', `<p>a ${came('<br>')}\nb</p>`],
  [
    'white space of code stays as it is',
    '<pre><span></span><code>  <b>if</b> x:\n    a()\n</code></pre>',
    '<pre><span></span><code>  <b>if</b> y:\n    a()\n</code></pre>',
    `<pre><span></span><code>  <b>if</b> ${came('y:')}\n    ${went('x:')}\n    a()\n</code></pre>`,
  ],
  [
    'text stays text',
    '<p>a &lt;b&gt; &amp;lt;</p>',
    '<p>a &lt;i&gt; &amp;lt;</p>',
    `<p>a ${came('&lt;i&gt;')} ${went('&lt;b&gt;')} &amp;lt;</p>`,
  ],
  [
    'attributes stay attributes, and what cannot be one goes',
    '',
    '<b title="&quot;&lt;b&gt;" z"=1>b</b>',
    `<b title="&quot;&lt;b&gt;">${came('b')} </b>`,
  ],
];

const inBlocks: readonly Row[] = [
  [
    'paragraphs take the place of others',
    '<p>a b</p>\n<p>c d</p>',
    '<p>e f</p>\n<p>g h</p>',
    `<p>${came('e f')} ${went('a b')} </p>\n<p>${came('g h')} ${went('c d')} </p>`,
  ],
  [
    'items take the place of others',
    '<ul>\n<li>one</li>\n<li>two</li>\n</ul>',
    '<ul>\n<li>one</li>\n<li>three</li>\n<li>four</li>\n</ul>',
    `<ul>\n<li>one</li>\n<li>${came('three')} ${went('two')} </li>\n<li>${came('four')} </li></ul>`,
  ],
  [
    'what goes from the end of a paragraph stays there when another one comes',
    '<p>a x</p>',
    '<p>a</p><p>new</p>',
    `<p>a ${went('x')} </p><p>${came('new')} </p>`,
  ],
  [
    'a deleted paragraph does not move into one that stayed',
    '<p>a</p><p>x</p>',
    '<p>a b</p>',
    `<p>a ${came('b')} </p><p>${went('x')} </p>`,
  ],
  [
    'two paragraphs become one',
    '<p>a x</p><p>b y</p>',
    '<p>a b</p>',
    `<p>a ${went('x')} b ${went('y')} </p>`,
  ],
  [
    'one paragraph becomes two',
    '<p>a x b</p>',
    '<p>a</p><p>b c</p>',
    `<p>a ${went('x')} </p><p>b ${came('c')} </p>`,
  ],
  [
    'a deleted item stands in its list',
    '<ul><li>one</li><li>two</li></ul>',
    '<ul><li>two</li></ul>',
    `<ul><li>${went('one')} </li><li>two</li></ul>`,
  ],
  [
    'a deleted row stands in its table, empty cells included',
    '<table><tr><td>a</td><td></td></tr><tr><td>b</td><td></td></tr></table>',
    '<table><tr><td>a</td><td></td></tr></table>',
    `<table><tr><td>a</td><td></td></tr><tr><td>${went('b')} </td><td></td></tr></table>`,
  ],
  [
    'another kind of block comes before the one that goes',
    '<p>x</p>',
    '<ul><li>y</li></ul>',
    `<ul><li>${came('y')} </li></ul><p>${went('x')} </p>`,
  ],
];

test.each([...inOneBlock, ...inBlocks])('%s', (_, before, after, diff) => {
  expect(diffHtml(before, after, { monotonic: () => 0 })).toBe(`<div>${diff}</div>`);
});
