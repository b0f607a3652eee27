import { expect, test } from 'vitest';
import { decodePage } from './decode-page.ts';
import { frameOf } from './parse-frame.ts';
import { factsOf } from './parse-page.ts';

const URL = 'https://site.example/a/page';

function facts(head: string, body = '') {
  return factsOf(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, URL);
}

test('the last Open Graph property wins, before everything else of the page', () => {
  const head =
    '<title>T</title><meta property="og:title" content="one"><meta property="og:title" content=" two &amp;\n more ">' +
    '<meta property="og:description" content="D"><meta property="og:image" content="../p.png">';
  expect(facts(head, '<h1>H</h1>')).toEqual({
    title: 'two & more',
    description: 'D',
    image: 'https://site.example/p.png',
  });
});

test.each([
  [
    '<title>T</title><meta name="description" content="D">',
    '<h1>H</h1><p>P</p>',
    { title: 'T', description: 'D' },
  ],
  ['', '<p>before</p><h1>H <b>b</b></h1><p>after</p><p>more</p>', { title: 'H b', description: 'after' }],
  ['', '<p>only</p>', { description: 'only' }],
  [
    '',
    '<div><img src="/0"><h1>H</h1><span><img src="/1"></span><img src="/2"></div>',
    { title: 'H', image: 'https://site.example/2' },
  ],
  ['', '<div><h1>H</h1></div><img src="/1">', { title: 'H' }],
  ['<title></title><meta property="og:image" content="data:image/png;base64,x">', '', {}],
  ['<meta property="og:image" content="javascript:x">', '', {}],
  [
    '<link rel=Alternate type="application/json+OEmbed" href="/o?a=1&amp;b=2"><link rel=alternate type=application/json+oembed href=/later>',
    '',
    { oembed: 'https://site.example/o?a=1&b=2' },
  ],
  [
    '<link rel=alternate type=text/xml+oembed href=/o><link rel=icon type=application/json+oembed href=/o>',
    '',
    {},
  ],
  ['<link rel=alternate type=application/json+oembed href="javascript:x">', '', {}],
])('%s %s', (head, body, expected) => {
  expect(facts(head, body)).toEqual(expected);
});

test('text that is no HTML has no facts', () => {
  expect(factsOf('\x89PNG\r\n', URL)).toBeUndefined();
  expect(factsOf(`${'x'.repeat(2_000)}<html><title>T</title>`, URL)).toBeUndefined();
});

test('a page of the greatest size with hostile structure is read in time', () => {
  for (const part of [
    '<div>',
    '<p',
    '<h1><p>',
    '&amp',
    '<meta property=',
    '<link rel=alternate type=application/json+oembed href=/',
    '<!--',
    '</div>',
  ]) {
    const html = `<html>${part.repeat(Math.floor((1024 * 1024) / part.length))}`;
    expect(factsOf(html, URL)).toBeDefined();
  }
});

test('the encoding comes from the header, then from the page', () => {
  const bytes = Buffer.from('<meta charset="windows-1252">caf\xe9', 'latin1');
  expect(decodePage(bytes, 'text/html')).toContain('café');
  expect(decodePage(Buffer.from('café'), 'text/html; charset=UTF-8')).toBe('café');
  expect(decodePage(Buffer.from('café'), 'text/html; charset=nonsense')).toBe('café');
});

test('a player is one frame of the provider, and is written again', () => {
  const frame = '<iframe src="https://player.videos.example/1?a=1&amp;b=2" onload="x()" srcdoc="y"></iframe>';
  expect(frameOf(frame, 'videos.example')).toBe(
    '<iframe src="https://player.videos.example/1?a=1&amp;b=2" width="640" height="360" allowfullscreen sandbox="allow-scripts allow-same-origin allow-presentation"></iframe>',
  );
});

test.each([
  '<iframe src="https://evil.example/1"></iframe>',
  '<iframe src="https://evilvideos.example/1"></iframe>',
  '<iframe src="http://videos.example/1"></iframe>',
  '<iframe src="javascript:x"></iframe>',
  '<iframe src="https://videos.example/1"></iframe><script>x</script>',
  '<iframe src="https://videos.example/1"></iframe><iframe src="https://videos.example/2"></iframe>',
  '<iframe src="https://videos.example/1">text</iframe>',
  '<iframe src="https://user@videos.example/1"></iframe>',
  'text',
])('%s is no player', (html) => {
  expect(frameOf(html, 'videos.example')).toBeUndefined();
});
