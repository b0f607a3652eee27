import type { ReceiverAnswer } from '@parley/test-support/receiver.ts';
import { holds, same, success, textAt } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { fetchFile, PICTURE } from '@parley/rules/steps/files.ts';
import { sent } from '@parley/rules/steps/sending.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'send-message';

/** The HTML of a text as its author reads it. */
async function shown(w: World, content: string): Promise<string> {
  const user = await w.user();
  const { id: to } = await room(w, user);
  const id = await sent(w, user, { type: 'channel', to, topic: 'media', content });
  return textAt(success(await w.ask('GET', `/messages/${id}`, { as: user })), 'message', 'content');
}

function sourceIn(html: string): string {
  return /(?:src|url)[=(](?:"|&quot;)([^"&]+)/.exec(html)?.[1] ?? '';
}

/** A site that answers every request alike, and the address at which the server passes its picture on. */
async function passing(w: World, answer: ReceiverAnswer, name = 'a.png') {
  const site = await w.own().receiver();
  site.respondWith(() => answer);
  const source = sourceIn(await shown(w, `${site.url}/${name}`));
  return { site, source };
}

const A_PICTURE = { body: PICTURE, headers: { 'content-type': 'image/png' } };

export const mediaRules: readonly Rule[] = [
  rule(
    'MED-1',
    OF,
    'A picture of another site has a signed address of this server and links to itself.',
    async (w) => {
      const html = await shown(w, 'https://x.example/a.PNG?q=1');
      const source = sourceIn(html);
      same(
        html,
        `<div class="message_inline_image"><a href="https://x.example/a.PNG?q=1"><img src="${source}"></a></div>`,
        'the message',
      );
      const hex = Buffer.from('https://x.example/a.PNG?q=1').toString('hex');
      holds(new RegExp(`^/external_content/[0-9a-f]{64}/${hex}$`).test(source), 'a signed address', source);
    },
  ),
  rule(
    'MED-2',
    OF,
    'The player of a video of another site has a signed source and the original link.',
    async (w) => {
      const html = await shown(w, '[film](https://x.example/a.mp4)');
      const hex = Buffer.from('https://x.example/a.mp4').toString('hex');
      holds(
        html.includes(
          '<div class="message_inline_image message_inline_video"><a href="https://x.example/a.mp4" title="film"><video preload="metadata" src="/external_content/',
        ) && html.endsWith(`/${hex}"></video></a></div>`),
        'a video block',
        html,
      );
    },
  ),
  rule('MED-3', OF, 'A link to YouTube shows the picture of the video by a signed address.', async (w) => {
    const html = await shown(w, 'https://youtu.be/dQw4w9WgXcQ');
    const hex = Buffer.from('https://i.ytimg.com/vi/dQw4w9WgXcQ/mqdefault.jpg').toString('hex');
    holds(
      html.includes(
        '<div class="youtube-video message_inline_image"><a data-id="dQw4w9WgXcQ" href="https://youtu.be/dQw4w9WgXcQ"><img src="/external_content/',
      ) && html.includes(`/${hex}"`),
      'a thumbnail',
      html,
    );
  }),
  rule(
    'MED-4',
    OF,
    'Without inline_image_preview there are no pictures, videos and thumbnails.',
    async (w) => {
      const form = { inline_image_preview: false };
      success(await w.ask('PATCH', '/realm', { as: await w.owner(), form }));
      const html = await shown(
        w,
        'https://x.example/a.png https://x.example/a.mp4 https://youtu.be/dQw4w9WgXcQ',
      );
      holds(!html.includes('message_inline_image'), 'links only', html);
    },
  ),
  rule(
    'MED-5',
    'files',
    'The server passes a picture of another site on without cookies, and in a sandbox.',
    async (w) => {
      const { site, source } = await passing(w, {
        ...A_PICTURE,
        headers: { 'content-type': 'image/png', 'set-cookie': 'a=b' },
      });
      const answer = await fetchFile(w, undefined, source, {
        cookie: 'c=d',
        referer: 'https://secret.example/',
      });
      same(answer.status, 200, 'the status');
      same(answer.headers['content-type'], 'image/png', 'the type');
      same(answer.headers['set-cookie'], undefined, 'the cookie of the site');
      same(answer.headers['x-content-type-options'], 'nosniff', 'the sniffing of types');
      const policy = answer.headers['content-security-policy'] ?? '';
      holds(policy.includes("default-src 'none'") && policy.includes('sandbox'), 'a sandbox', policy);
      same(site.calls.length, 1, 'the requests');
      const { headers } = site.calls[0] ?? {};
      same(
        [headers?.cookie, headers?.referer, headers?.authorization],
        [undefined, undefined, undefined],
        'what is sent',
      );
      holds(String(headers?.['user-agent']).includes('ParleyURLPreview/'), 'the name of the server', headers);
    },
  ),
  rule('MED-6', 'files', 'An address with a changed digit is refused without a request.', async (w) => {
    const { site, source } = await passing(w, A_PICTURE);
    const [, , digest = '', hex = ''] = source.split('/');
    const other = digest.startsWith('0') ? '1' : '0';
    for (const changed of [
      `${other}${digest.slice(1)}/${hex}`,
      `${digest}/${hex.slice(0, -2)}61`,
      `${digest}/zz`,
    ])
      same((await fetchFile(w, undefined, `/external_content/${changed}`)).status, 404, changed.slice(0, 8));
    same(site.calls.length, 0, 'the requests');
  }),
  rule(
    'MED-7',
    'files',
    'Markup, pictures that are none, errors and large pictures are not passed on.',
    async (w) => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
      const answers: ReceiverAnswer[] = [
        { body: '<html></html>', headers: { 'content-type': 'text/html' } },
        { body: svg, headers: { 'content-type': 'image/svg+xml' } },
        { body: svg, headers: { 'content-type': 'image/png' } },
        { body: PICTURE, headers: { 'content-type': 'text/html' } },
        { ...A_PICTURE, status: 404 },
        { ...A_PICTURE, headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' } },
        {
          body: Buffer.concat([PICTURE, Buffer.alloc(6 * 1024 * 1024)]),
          headers: { 'content-type': 'image/png' },
        },
        { broken: 'cut' },
      ];
      const { site, source } = await passing(w, A_PICTURE);
      for (const [index, answer] of answers.entries()) {
        site.respondWith(() => answer);
        same((await fetchFile(w, undefined, source)).status, 404, `the status of answer ${index}`);
      }
    },
  ),
  rule(
    'MED-8',
    'files',
    'A picture at a private address, or by a redirect to one, is not requested.',
    async (w) => {
      for (const url of [
        'http://10.0.0.1/a.png',
        'http://[::1]/a.png',
        'http://2130706434/a.png',
        'http://localhost/a.png',
      ])
        same((await fetchFile(w, undefined, sourceIn(await shown(w, `[x](${url})`)))).status, 404, url);
      const { source } = await passing(w, {
        status: 302,
        headers: { location: 'http://169.254.169.254/a.png' },
      });
      same((await fetchFile(w, undefined, source)).status, 404, 'a redirect');
    },
  ),
  rule('MED-9', 'files', 'Parts of a video are asked for and passed on by Range.', async (w) => {
    const { site, source } = await passing(
      w,
      {
        status: 206,
        body: '2345',
        headers: { 'content-type': 'video/mp4', 'content-length': '4', 'content-range': 'bytes 2-5/10' },
      },
      'a.mp4',
    );
    const answer = await fetchFile(w, undefined, source, { range: 'bytes=2-5' });
    same([answer.status, answer.text], [206, '2345'], 'the part');
    same(answer.headers['content-range'], 'bytes 2-5/10', 'the range');
    same(site.calls[0]?.headers.range, 'bytes=2-5', 'the range that the site was asked for');
  }),
];
