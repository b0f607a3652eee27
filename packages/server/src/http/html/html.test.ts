import { expect, test } from 'vitest';
import { html } from './html.ts';

test('interpolated values are escaped unless they are HTML', () => {
  const name = `<script>"&'`;
  expect(html`<p title="${name}">${name}</p>`.text).toBe(
    '<p title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</p>',
  );
  const items = ['a', '<'].map((item) => html`<li>${item}</li>`);
  expect(html`<p>${items}${undefined}${false}${3}</p>`.text).toBe('<p><li>a</li><li>&lt;</li>3</p>');
});
