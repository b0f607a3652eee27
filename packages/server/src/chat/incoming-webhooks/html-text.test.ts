import { expect, test } from 'vitest';
import { textOfHtml } from './html-text.ts';

test.each([
  ['<p>The dome <b>opens</b>.</p><p>At ten.</p>', 'The dome opens.\nAt ten.'],
  ['one<br/>two<br>three', 'one\ntwo\nthree'],
  ['<ul><li>wind</li><li class="x">rain</li></ul>', '* wind\n* rain'],
  ['a &amp; b &lt;c&gt; &#39;d&#x27; &nbsp;e &unknown;', "a & b <c> 'd'  e &unknown;"],
  ['&#0; &#9999999;', '&#0; &#9999999;'],
  ['<div>a</div>\r\n\r\n\r\n<div>b</div>', 'a\n\nb'],
  ['1 < 2', '1 < 2'],
])('the text of %j is %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});
