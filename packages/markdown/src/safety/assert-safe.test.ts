import { expect, test } from 'vitest';
import { assertSafe } from './assert-safe.ts';

test.each([
  '<p>a &lt; b</p>',
  '<a class="stream" data-stream-id="5" href="/#narrow/channel/5-eng">#eng</a>',
  '<a href="mailto:a@b.org?x=1&amp;y=2">m</a>',
  '<audio controls preload="metadata" src="/user_uploads/x.mp3"></audio>',
  '<td style="text-align: center;">x</td>',
  '<a href="/x" style="background-image: url(&quot;/external_content/a/b&quot;)"></a>',
  '<span style="height:1em;vertical-align:-0.25em;"></span>',
  '<math><mspace width="1em"/></math>',
  '<svg><path d="M95,702"/></svg>',
])('accepts %s', (html) => {
  expect(() => assertSafe(html)).not.toThrow();
});

test.each([
  '<script>x</script>',
  '<p onclick="x">y</p>',
  '<a href="javascript:x">y</a>',
  '<a href="JaVaScRiPt:x">y</a>',
  '<a href="java\tscript:x">y</a>',
  '<a href="&#106;avascript:x">y</a>',
  '<a href="javascript&#58;x">y</a>',
  '<a href="javascript&colon;x">y</a>',
  '<img src="data:text/html,x">',
  "<a href='x'>y</a>",
  '<a href=x>y</a>',
  '<p>x',
  'x</p>',
  '<mspace width="1em"/>',
  '<math><mrow/></math>',
  '<p></p/>',
  '<em><strong>x</em></strong>',
  '<!-- x -->',
  '<p>a > b</p>',
  '<p <b>x</b>',
  '<td style="background: url(x)">x</td>',
  '<a href="/x" style="background-image: url(&quot;/a&quot;); position: fixed"></a>',
  '<a href="/x" style="background-image: url(&quot;javascript:x&quot;)"></a>',
  '<a href="/x" style="background-image: url(&quot;/a&quot;), url(&quot;/b&quot;)"></a>',
  '<span style="position:fixed;">x</span>',
  '<span style="background-image:url(x)">x</span>',
  '<p style="color:red">x</p>',
  '<iframe src="https://x"></iframe>',
  '<svg onload="x"></svg>',
  '<a title="x"onclick="y">z</a>',
])('refuses %s', (html) => {
  expect(() => assertSafe(html)).toThrow('unsafe HTML');
});
