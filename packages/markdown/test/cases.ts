import type { RenderContext } from '../src/context.ts';

/** One case of the dialect; `…` in the HTML stands for anything. */
export type Case = {
  number: string;
  text: string;
  html: string;
};

/** The organization in which the cases are rendered. */
export const caseContext: RenderContext = {
  origin: 'https://chat.example.org',
  users: [
    { id: 10, name: 'Ada Byron', active: true },
    { id: 11, name: 'Bob Roe', active: true },
    { id: 12, name: 'Gone User', active: false },
  ],
  groups: [
    { id: 21, name: 'support', active: true },
    { id: 3, name: 'role:administrators', active: true, displayName: 'Administrators' },
  ],
  channels: [
    { id: 5, name: 'eng' },
    { id: 6, name: 'my chan' },
  ],
  topics: [{ channelId: 5, name: 'roll out', latestMessageId: 900 }],
  uploads: [
    {
      path: '2/ab/pic.png',
      contentType: 'image/png',
      image: { width: 800, height: 600, thumbnail: 'pending' },
    },
    { path: '2/ab/clip.mp3', contentType: 'audio/mpeg' },
    { path: '2/ab/v.mp4', contentType: 'video/mp4' },
  ],
  customEmoji: { logo: '/user_avatars/2/emoji/images/7.png' },
  linkifiers: [{ pattern: 'TICK-(?P<id>[0-9]+)', urlTemplate: 'https://t.example.org/{id}' }],
  translateEmoticons: true,
  previews: true,
};

export const cases: readonly Case[] = [
  { number: '1', text: 'hello world', html: '<p>hello world</p>' },
  { number: '2', text: 'a\nb', html: '<p>a<br>\nb</p>' },
  { number: '3', text: 'a\n\nb', html: '<p>a</p>\n<p>b</p>' },
  { number: '4', text: '**b** *i* ~~s~~', html: '<p><strong>b</strong> <em>i</em> <del>s</del></p>' },
  { number: '5', text: '***bi***', html: '<p><strong><em>bi</em></strong></p>' },
  { number: '6', text: '__x__ _y_', html: '<p>__x__ _y_</p>' },
  { number: '7', text: '`a <b>`', html: '<p><code>a &lt;b&gt;</code></p>' },
  { number: '8', text: '`` a`b ``', html: '<p><code> a`b </code></p>' },
  { number: '9', text: '\\*not\\*', html: '<p>\\<em>not\\</em></p>' },
  { number: '10', text: '**a\nb**', html: '<p>**a<br>\nb**</p>' },
  { number: '11', text: 'a*b*c', html: '<p>a<em>b</em>c</p>' },
  { number: '12', text: '# T\ntext', html: '<h1>T</h1>\n<p>text</p>' },
  { number: '13', text: '#T', html: '<p>#T</p>' },
  { number: '14', text: '### H3 ###', html: '<h3>H3</h3>' },
  { number: '15', text: '---', html: '<hr>' },
  { number: '16', text: 'text\n- a\n- b', html: '<p>text</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>' },
  { number: '17', text: '* a\n  * b', html: '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>' },
  { number: '18', text: '- a\n\n- b', html: '<ul>\n<li>\n<p>a</p>\n</li>\n<li>\n<p>b</p>\n</li>\n</ul>' },
  { number: '19', text: '- a\n  text', html: '<ul>\n<li>a<br>\n  text</li>\n</ul>' },
  { number: '20', text: '1. a\n1. b', html: '<ol>\n<li>a</li>\n<li>b</li>\n</ol>' },
  { number: '21', text: '5. x\n7. y', html: '<ol start="5">\n<li>x</li>\n<li>y</li>\n</ol>' },
  { number: '22', text: '* a\n1. b', html: '<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>' },
  { number: '23', text: '1) a', html: '<p>1) a</p>' },
  { number: '24', text: '- [ ] todo', html: '<ul>\n<li>[ ] todo</li>\n</ul>' },
  {
    number: '25',
    text: '| A | B |\n|---|:-:|\n| 1 | 2 |',
    html: '<table>\n<thead>\n<tr>\n<th>A</th>\n<th style="text-align: center;">B</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td style="text-align: center;">2</td>\n</tr>\n</tbody>\n</table>',
  },
  { number: '26', text: '> q\n> r', html: '<blockquote>\n<p>q<br>\nr</p>\n</blockquote>' },
  {
    number: '27',
    text: '> a\n\n> b',
    html: '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>',
  },
  { number: '28', text: '> a\nb', html: '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>' },
  { number: '29', text: '```quote\nhi\n```', html: '<blockquote>\n<p>hi</p>\n</blockquote>' },
  {
    number: '30',
    text: '```quote\n> x\n```',
    html: '<blockquote>\n<blockquote>\n<p>x</p>\n</blockquote>\n</blockquote>',
  },
  {
    number: '31',
    text: '```\nx < 1\n```',
    html: '<div class="codehilite"><pre><span></span><code>x &lt; 1\n</code></pre></div>',
  },
  {
    number: '32',
    text: '```py\nx = 1\n```',
    html: '<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="n">x</span> <span class="o">=</span> <span class="mi">1</span>\n</code></pre></div>',
  },
  {
    number: '33',
    text: '```nolang9\nz\n```',
    html: '<div class="codehilite" data-code-language="nolang9"><pre><span></span><code>z\n</code></pre></div>',
  },
  {
    number: '34',
    text: '    indented',
    html: '<div class="codehilite"><pre><span></span><code>indented\n</code></pre></div>',
  },
  {
    number: '35',
    text: '```\nopen fence',
    html: '<div class="codehilite"><pre><span></span><code>open fence\n</code></pre></div>',
  },
  {
    number: '36',
    text: '```spoiler Head **x**\nbody\n```',
    html: '<div class="spoiler-block"><div class="spoiler-header">\n<p>Head <strong>x</strong></p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>body</p>\n</div></div>',
  },
  {
    number: '37',
    text: '```spoiler\nbody\n```',
    html: '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>body</p>\n</div></div>',
  },
  {
    number: '38',
    text: '```math\nx^2\n```',
    html: '<p><span class="katex-display"><span class="katex">…</span></span></p>',
  },
  { number: '39', text: '$$x^2$$', html: '<p><span class="katex">…</span></p>' },
  { number: '40', text: '$$\\error$$', html: '<p><span class="tex-error">$$\\error$$</span></p>' },
  { number: '41', text: 'a$$b$$c', html: '<p>a$$b$$c</p>' },
  { number: '42', text: '$5 and $6', html: '<p>$5 and $6</p>' },
  {
    number: '43',
    text: '@**Ada Byron**',
    html: '<p><span class="user-mention" data-user-id="10">@Ada Byron</span></p>',
  },
  {
    number: '44',
    text: '@_**Ada Byron**',
    html: '<p><span class="user-mention silent" data-user-id="10">Ada Byron</span></p>',
  },
  {
    number: '45',
    text: '@**ada byron**',
    html: '<p><span class="user-mention" data-user-id="10">@Ada Byron</span></p>',
  },
  {
    number: '46',
    text: '@**|10**',
    html: '<p><span class="user-mention" data-user-id="10">@Ada Byron</span></p>',
  },
  { number: '47', text: '@**Bob Roe|10**', html: '<p>@<strong>Bob Roe|10</strong></p>' },
  { number: '48', text: '@**No One**', html: '<p>@<strong>No One</strong></p>' },
  { number: '49', text: 'x@**Ada Byron**', html: '<p>x@<strong>Ada Byron</strong></p>' },
  {
    number: '50',
    text: '(@**Ada Byron**)',
    html: '<p>(<span class="user-mention" data-user-id="10">@Ada Byron</span>)</p>',
  },
  {
    number: '51',
    text: '@**Gone User**',
    html: '<p><span class="user-mention silent" data-user-id="12">Gone User</span></p>',
  },
  {
    number: '52',
    text: '@**all**',
    html: '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>',
  },
  { number: '53', text: '@**topic**', html: '<p><span class="topic-mention">@topic</span></p>' },
  { number: '54', text: '@_**topic**', html: '<p><span class="topic-mention silent">topic</span></p>' },
  {
    number: '55',
    text: '@*support*',
    html: '<p><span class="user-group-mention" data-user-group-id="21">@support</span></p>',
  },
  {
    number: '56',
    text: '@_*role:administrators*',
    html: '<p><span class="user-group-mention silent" data-user-group-id="3">Administrators</span></p>',
  },
  { number: '57', text: '@*none*', html: '<p>@<em>none</em></p>' },
  {
    number: '58',
    text: '> @**Ada Byron** @*support*',
    html: '<blockquote>\n<p><span class="user-mention silent" data-user-id="10">Ada Byron</span> <span class="user-group-mention silent" data-user-group-id="21">support</span></p>\n</blockquote>',
  },
  { number: '59', text: '`@**Ada Byron**`', html: '<p><code>@**Ada Byron**</code></p>' },
  {
    number: '60',
    text: '#**eng**',
    html: '<p><a class="stream" data-stream-id="5" href="/#narrow/channel/5-eng">#eng</a></p>',
  },
  {
    number: '61',
    text: '#**my chan**',
    html: '<p><a class="stream" data-stream-id="6" href="/#narrow/channel/6-my-chan">#my chan</a></p>',
  },
  { number: '62', text: '#**nope**', html: '<p>#<strong>nope</strong></p>' },
  {
    number: '63',
    text: '#**eng>roll out**',
    html: '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-eng/topic/roll.20out/with/900">#eng &gt; roll out</a></p>',
  },
  {
    number: '64',
    text: '#**eng>new.topic (x)**',
    html: '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-eng/topic/new.2Etopic.20.28x.29">#eng &gt; new.topic (x)</a></p>',
  },
  {
    number: '65',
    text: '#**eng>**',
    html: '<p><a class="stream-topic" data-stream-id="5" href="/#narrow/channel/5-eng/topic/">#eng &gt; <em>general chat</em></a></p>',
  },
  {
    number: '66',
    text: '#**eng>roll out@77**',
    html: '<p><a class="message-link" href="/#narrow/channel/5-eng/topic/roll.20out/near/77">#eng &gt; roll out @ 💬</a></p>',
  },
  {
    number: '67',
    text: ':tada:',
    html: '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
  },
  {
    number: '67b',
    text: '🎉',
    html: '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
  },
  {
    number: '68',
    text: '❤️',
    html: '<p><span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span></p>',
  },
  {
    number: '69',
    text: ':logo:',
    html: '<p><img alt=":logo:" class="emoji" src="/user_avatars/2/emoji/images/7.png" title="logo"></p>',
  },
  { number: '70', text: ':nosuch:', html: '<p>:nosuch:</p>' },
  { number: '70b', text: ':TADA:', html: '<p>:TADA:</p>' },
  { number: '71', text: '↔', html: '<p>↔</p>' },
  {
    number: '72',
    text: ':)',
    html: '<p><span aria-label="slight smile" class="emoji emoji-1f642" role="img" title="slight smile">:slight_smile:</span></p>',
  },
  {
    number: '73',
    text: '<time:2026-01-02T03:04:05+02:00>',
    html: '<p><time datetime="2026-01-02T01:04:05Z">2026-01-02T03:04:05+02:00</time></p>',
  },
  {
    number: '74',
    text: '<time:2026-01-02>',
    html: '<p><time datetime="2026-01-02T00:00:00Z">2026-01-02</time></p>',
  },
  { number: '75', text: '<time:nonsense>', html: '<p>&lt;time:nonsense&gt;</p>' },
  {
    number: '76',
    text: 'see https://a.example.org.',
    html: '<p>see <a href="https://a.example.org">https://a.example.org</a>.</p>',
  },
  { number: '77', text: 'a.example.org', html: '<p><a href="http://a.example.org">a.example.org</a></p>' },
  { number: '78', text: 'foo.py', html: '<p>foo.py</p>' },
  {
    number: '79',
    text: 'me@a.example.org',
    html: '<p><a href="mailto:me@a.example.org">me@a.example.org</a></p>',
  },
  {
    number: '80',
    text: 'https://a.example.org/?q=a&b=c',
    html: '<p><a href="https://a.example.org/?q=a&amp;b=c">https://a.example.org/?q=a&amp;b=c</a></p>',
  },
  { number: '81', text: '[t](https://a.example.org)', html: '<p><a href="https://a.example.org">t</a></p>' },
  {
    number: '82',
    text: '[**b**](https://x.example.org)',
    html: '<p><a href="https://x.example.org">**b**</a></p>',
  },
  {
    number: '83',
    text: '[](https://a.example.org)',
    html: '<p><a href="https://a.example.org">https://a.example.org</a></p>',
  },
  { number: '84', text: '[t](javascript:alert(1))', html: '<p>[t](javascript:alert(1))</p>' },
  { number: '85', text: '[t](a.b)', html: '<p><a href="http://a.b">t</a></p>' },
  {
    number: '86',
    text: '[rel](https://chat.example.org/#narrow/channel/5-eng)',
    html: '<p><a href="#narrow/channel/5-eng">rel</a></p>',
  },
  { number: '87', text: '<b>x</b>', html: '<p>&lt;b&gt;x&lt;/b&gt;</p>' },
  { number: '88', text: '&amp; &copy; & <', html: '<p>&amp; &copy; &amp; &lt;</p>' },
  {
    number: '89',
    text: 'TICK-42 and xTICK-43 (TICK-44)',
    html: '<p><a href="https://t.example.org/42">TICK-42</a> and xTICK-43 (<a href="https://t.example.org/44">TICK-44</a>)</p>',
  },
  {
    number: '90',
    text: 'https://a.example.org/p.png',
    html: '<div class="message_inline_image"><a href="https://a.example.org/p.png"><img src="https://a.example.org/p.png"></a></div>',
  },
  {
    number: '91',
    text: 'look https://a.example.org/p.png ok',
    html: '<p>look <a href="https://a.example.org/p.png">https://a.example.org/p.png</a> ok</p>\n<div class="message_inline_image"><a href="https://a.example.org/p.png"><img src="https://a.example.org/p.png"></a></div>',
  },
  {
    number: '92',
    text: '[cap](https://a.example.org/p.png)',
    html: '<p><a href="https://a.example.org/p.png">cap</a></p>\n<div class="message_inline_image"><a href="https://a.example.org/p.png" title="cap"><img src="https://a.example.org/p.png"></a></div>',
  },
  {
    number: '93',
    text: '[pic.png](/user_uploads/2/ab/pic.png)',
    html: '<p><a href="/user_uploads/2/ab/pic.png">pic.png</a></p>\n<div class="message_inline_image"><a href="/user_uploads/2/ab/pic.png" title="pic.png"><img class="image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="800x600" src="/static/images/loading/loader-black.svg"></a></div>',
  },
  {
    number: '94',
    text: '![photo one](/user_uploads/2/ab/pic.png)',
    html: '<p><img alt="photo one" class="inline-image image-loading-placeholder" data-original-content-type="image/png" data-original-dimensions="800x600" data-original-src="/user_uploads/2/ab/pic.png" src="/static/images/loading/loader-black.svg"></p>',
  },
  {
    number: '95',
    text: '![a](/user_uploads/2/ab/clip.mp3)',
    html: '<p><audio controls preload="metadata" src="/user_uploads/2/ab/clip.mp3" title="a"></audio></p>',
  },
  {
    number: '96',
    text: '[v](/user_uploads/2/ab/v.mp4)',
    html: '<p><a href="/user_uploads/2/ab/v.mp4">v</a></p>\n<div class="message_inline_image message_inline_video"><a href="/user_uploads/2/ab/v.mp4" title="v"><video preload="metadata" src="/user_uploads/2/ab/v.mp4"></video></a></div>',
  },
  {
    number: '97',
    text: '> https://a.example.org/p.png',
    html: '<blockquote>\n<p><a href="https://a.example.org/p.png">https://a.example.org/p.png</a></p>\n</blockquote>',
  },
  { number: '98', text: '/me waves', html: '<p>/me waves</p>' },
  { number: '99', text: 'Term\n====', html: '<p>Term<br>\n====</p>' },
  {
    number: '100',
    text: '[x]: https://a.example.org',
    html: '<p>[x]: <a href="https://a.example.org">https://a.example.org</a></p>',
  },
];
