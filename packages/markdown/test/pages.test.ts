import { expect, test } from 'vitest';
import { render } from '../src/index.ts';

const LINK = 'https://site.example/page?a=1&b=2';
const CARD = { kind: 'card', image: 'https://site.example/p.png' } as const;
const proxied = { [CARD.image]: '/external_content/1/2' };

function withPage(content: string, page: object): string {
  return render(content, { previews: true, proxied, pages: { [LINK]: { ...CARD, ...page } } }).html;
}

test('a card has exactly the structure that mobile apps know', () => {
  expect(withPage(`see ${LINK}`, { title: '<b>&"', description: 'some <i>text</i>' })).toBe(
    '<p>see <a href="https://site.example/page?a=1&amp;b=2">https://site.example/page?a=1&amp;b=2</a></p>\n' +
      '<div class="message_embed">' +
      '<a class="message_embed_image" href="https://site.example/page?a=1&amp;b=2" style="background-image: url(&quot;/external_content/1/2&quot;)"></a>' +
      '<div class="data-container">' +
      '<div class="message_embed_title"><a href="https://site.example/page?a=1&amp;b=2" title="&lt;b&gt;&amp;&quot;">&lt;b&gt;&amp;"</a></div>' +
      '<div class="message_embed_description">some &lt;i&gt;text&lt;/i&gt;</div>' +
      '</div></div>',
  );
});

test('missing parts of a card have no elements', () => {
  expect(withPage(LINK, {})).toContain('<div class="data-container"></div></div>');
  expect(withPage(LINK, { title: 'T' })).not.toContain('message_embed_description');
});

test('quotes and backslashes of a picture are escaped in the style', () => {
  expect(withPage(LINK, { image: 'https://site.example/a?"\\\n' })).toContain(
    'url(&quot;https://site.example/a?\\&quot;\\\\\\a &quot;)',
  );
});

test('cards stand at the end, once for each address, and not for quoted links', () => {
  const html = withPage(`${LINK}\n\n${LINK} and [again](${LINK})\n\nend`, { title: 'T' });
  expect(html.match(/message_embed_title/g)).toHaveLength(1);
  expect(html.endsWith('</div>')).toBe(true);
  expect(withPage(`> ${LINK}`, {})).not.toContain('message_embed');
  expect(withPage(`\`\`\`spoiler x\n${LINK}\n\`\`\``, {})).toContain('message_embed');
});

test('25 links have no cards', () => {
  const more = Array.from({ length: 24 }, (_, n) => `https://site.example/${n}`);
  expect(withPage([LINK, ...more].join(' '), {})).not.toContain('message_embed');
  expect(withPage([LINK, ...more.slice(1)].join(' '), {})).toContain('message_embed');
});

test('the title of a video becomes the text of a bare link, and a named one keeps its text', () => {
  const link = 'https://youtu.be/dQw4w9WgXcQ';
  const context = {
    previews: true,
    pages: { [link]: { ...CARD, kind: 'video', title: 'A & B', html: '<iframe>' } },
  } as const;
  const { html, previewable } = render(`${link} [x](${link})`, context);
  expect(previewable).toEqual([link]);
  expect(html).toContain(`<a href="${link}">YouTube - A &amp; B</a> <a href="${link}">x</a>`);
  expect(html).not.toContain('embed-video');
});

test('pictures and players of providers', () => {
  expect(withPage(LINK, { kind: 'photo', title: 'T' })).toContain(
    '<div class="message_inline_image"><a href="https://site.example/page?a=1&amp;b=2" title="T"><img src="/external_content/1/2"></a></div>',
  );
  expect(withPage(LINK, { kind: 'video', html: '<iframe src="https://v.example/1"></iframe>' })).toContain(
    '<div class="embed-video message_inline_image"><a data-id="&lt;iframe src=&quot;https://v.example/1&quot;&gt;&lt;/iframe&gt;" href="https://site.example/page?a=1&amp;b=2"><img src="/external_content/1/2"></a></div>',
  );
});

test('links to pages are found whether pictures are shown or not, and links to pictures are none', () => {
  const text = `${LINK} https://site.example/a.png /user_uploads/1/a`;
  expect(render(text, { previews: false }).previewable).toEqual([LINK]);
  expect(render(text, { previews: true }).previewable).toEqual([LINK]);
});
