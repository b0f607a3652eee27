import { gzipSync } from 'node:zlib';
import {
  startReceiver,
  type Receiver,
  type ReceivedCall,
  type ReceiverAnswer,
} from '@parley/test-support/receiver.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../engine/clock.ts';
import { readConfig, type Config } from '../../engine/config.ts';
import { createOutbound } from '../../engine/outbound/outbound.ts';
import { fetchPage, type PageParts } from './fetch-page.ts';
import { createHostPace } from './host-pace.ts';
import { createPageReading, type PageReading } from './page-reader.ts';
import { createVisitRule } from './visit-rule.ts';

let site: Receiver;
let reading: PageReading;
let port: string;
beforeAll(async () => {
  site = await startReceiver();
  port = new URL(site.url).port;
  reading = createPageReading(systemClock, () => 0.5);
});
afterEach(() => site.reset());
afterAll(async () => {
  await reading.close();
  await site.stop();
});

const HTML = { 'content-type': 'text/html' };
const IMAGE = '<meta property="og:image" content="/p.png">';
const PAGE = `<!doctype html><title>T</title>${IMAGE}`;

/** Names that mean this machine, except those that the test answers otherwise. */
function partsWith({
  addresses = () => ['127.0.0.1'],
  previews = {},
}: {
  addresses?: (host: string) => readonly string[];
  previews?: Partial<Config['previews']>;
} = {}): PageParts {
  const usual = readConfig({
    PARLEY_SECRET: 'a secret for tests that is long enough',
    PARLEY_EXTERNAL_HOST: 'chat.example',
  });
  const config = { ...usual, previews: { ...usual.previews, ports: [0], ...previews } };
  return {
    config,
    outbound: createOutbound({
      allowedNetworks: ['127.0.0.1'],
      clock: systemClock,
      lookUp: async (host) => addresses(host).map((address) => ({ address, family: 4 })),
    }),
    mayVisit: createVisitRule(config),
    reading,
    pace: createHostPace(systemClock),
    clock: systemClock,
    closed: new AbortController().signal,
  };
}

function fetched(host: string, parts = partsWith(), path = '/page') {
  const deadline = systemClock.monotonic() + 60_000;
  return fetchPage(parts, { realmId: 1, url: `http://${host}:${port}${path}`, deadline });
}

function answering(answer: (call: ReceivedCall) => ReceiverAnswer): void {
  site.respondWith(answer);
}

test('a page is read, and its picture belongs to the address after redirects', async () => {
  answering(({ path }) =>
    path === '/page'
      ? { status: 302, headers: { location: `http://b.example:${port}/x/y` } }
      : { headers: HTML, body: PAGE },
  );
  expect(await fetched('a.example')).toEqual({
    kind: 'card',
    title: 'T',
    image: `http://b.example:${port}/p.png`,
  });
});

test('six redirects are too many', async () => {
  answering(() => ({ status: 302, headers: { location: '/again' } }));
  await expect(fetched('a.example')).rejects.toMatchObject({ failure: 'refused' });
  expect(site.calls).toHaveLength(6);
});

test.each([
  ['a private address', '10.0.0.1'],
  ['this machine', '127.0.0.2'],
  ['metadata of a cloud', '169.254.169.254'],
])('a redirect to %s is not followed', async (_what, address) => {
  const addresses = (host: string) => [host === 'inside.example' ? address : '127.0.0.1'];
  answering(() => ({ status: 302, headers: { location: `http://inside.example:${port}/` } }));
  await expect(fetched('a.example', partsWith({ addresses }))).rejects.toMatchObject({ failure: 'refused' });
  expect(site.calls).toHaveLength(1);
});

test('a name that changes its meaning is looked up once for each request', async () => {
  let looks = 0;
  const addresses = () => [(looks += 1) === 1 ? '127.0.0.1' : '10.0.0.1'];
  answering(() => ({ headers: HTML, body: PAGE }));
  expect(await fetched('a.example', partsWith({ addresses }))).toMatchObject({ title: 'T' });
  expect(looks).toBe(1);
});

test.each(['chat.example', 'org.chat.example', 'nodot', '[::1]', 'denied.example', 'below.denied.example'])(
  '%s is not asked',
  async (host) => {
    const parts = partsWith({ previews: { deniedHosts: ['denied.example'] } });
    await expect(fetched(host, parts)).rejects.toMatchObject({ failure: 'refused' });
    expect(site.calls).toEqual([]);
  },
);

test('with an allow-list other domains are not asked, and other ports never', async () => {
  answering(() => ({ headers: HTML, body: PAGE }));
  const listed = partsWith({ previews: { allowedHosts: ['good.example'] } });
  await expect(fetched('other.example', listed)).rejects.toMatchObject({ failure: 'refused' });
  expect(await fetched('www.good.example', listed)).toMatchObject({ title: 'T' });
  await expect(fetched('a.example', partsWith({ previews: { ports: [80, 443] } }))).rejects.toMatchObject({
    failure: 'refused',
  });
});

test('a small body that unpacks to a large one is read up to the limit', async () => {
  const body = gzipSync(Buffer.concat([Buffer.from(PAGE), Buffer.alloc(200 * 1024 * 1024, ' ')]));
  answering(() => ({ headers: { ...HTML, 'content-encoding': 'gzip' }, body }));
  expect(await fetched('a.example')).toMatchObject({ title: 'T' });
});

test('an unknown encoding has no preview', async () => {
  answering(() => ({ headers: { ...HTML, 'content-encoding': 'br' }, body: PAGE }));
  expect(await fetched('a.example')).toBeNull();
});

test('long texts are cut', async () => {
  const meta = `<meta property="og:title" content="${'t'.repeat(900)}"><meta property="og:description" content="${'d'.repeat(1_900)}">`;
  answering(() => ({ headers: HTML, body: PAGE + meta }));
  const page = await fetched('a.example');
  expect([page?.title?.length, page?.description?.length]).toEqual([300, 1_000]);
});

/** A site that the operator named as a provider. */
function provided(): PageParts {
  return partsWith({ previews: { providers: { 'videos.example': `http://videos.example:${port}/oembed` } } });
}

function oembed(answer: object): void {
  answering(({ path }) =>
    path.startsWith('/oembed')
      ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) }
      : { headers: HTML, body: PAGE },
  );
}

const FRAME = '<iframe src="https://videos.example/player"></iframe>';
const VIDEO = { type: 'video', title: 'Film', thumbnail_url: 'https://videos.example/t.png', html: FRAME };

test('a provider describes its videos and photos with one request', async () => {
  oembed(VIDEO);
  expect(await fetched('www.videos.example', provided())).toMatchObject({
    kind: 'video',
    title: 'Film',
    image: 'https://videos.example/t.png',
    html: expect.stringContaining('src="https://videos.example/player"'),
  });
  expect(site.calls.map(({ path }) => new URL(path, site.url).searchParams.get('maxwidth'))).toEqual(['640']);
  oembed({ type: 'photo', title: 'Photo', url: '/photo.png' });
  expect(await fetched('videos.example', provided())).toMatchObject({
    kind: 'photo',
    image: `http://videos.example:${port}/photo.png`,
  });
});

test.each([
  ['a frame of another host', { ...VIDEO, html: '<iframe src="https://evil.example/x"></iframe>' }],
  ['a script', { ...VIDEO, html: '<script>x</script>' }],
  ['no thumbnail', { ...VIDEO, thumbnail_url: undefined }],
  ['an unknown type', { type: 'rich', title: 'Film', html: FRAME }],
])('a provider with %s gets a card', async (_what, answer) => {
  oembed(answer);
  const page = await fetched('videos.example', provided());
  expect(page).toMatchObject({ kind: 'card', title: 'Film' });
  expect(page?.html).toBeUndefined();
});

/** A page that names where it is described. */
function describing(href: string, answer: object, image = IMAGE): void {
  answering(({ path }) =>
    path === '/page'
      ? {
          headers: HTML,
          body: `<!doctype html><title>T</title>${image}<link rel="alternate nofollow" type="application/json+oembed" href="${href}">`,
        }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) },
  );
}

test('a page that names its description is asked for it, once, with the size', async () => {
  describing('/describe?id=1', { type: 'rich', title: 'Described', description: 'Text' });
  expect(await fetched('other.example')).toMatchObject({
    kind: 'card',
    title: 'Described',
    description: 'Text',
    image: `http://other.example:${port}/p.png`,
  });
  expect(site.calls.map(({ path }) => path)).toEqual(['/page', '/describe?id=1&maxwidth=640&maxheight=480']);
});

test('a described photo is shown, and a described video is a card with its thumbnail', async () => {
  describing('/describe', { type: 'photo', title: 'Photo', url: '/photo.png' });
  expect(await fetched('other.example')).toMatchObject({
    kind: 'photo',
    image: `http://other.example:${port}/photo.png`,
  });
  describing('/describe', VIDEO, '');
  const page = await fetched('videos.example');
  expect(page).toMatchObject({ kind: 'card', title: 'Film', image: VIDEO.thumbnail_url });
  expect(page?.html).toBeUndefined();
});

test.each([
  ['this machine', 'http://inside.example:0/x', '127.0.0.2'],
  ['a private network', 'http://inside.example/x', '10.0.0.1'],
  ['a file', 'file:///etc/passwd', '127.0.0.1'],
  ['a password', 'http://user:pw@good.example/x', '127.0.0.1'],
])('a description at %s is not requested', async (_what, href, address) => {
  const addresses = (host: string) => [host === 'inside.example' ? address : '127.0.0.1'];
  describing(href, { type: 'rich', title: 'Described' });
  expect(await fetched('other.example', partsWith({ addresses }))).toMatchObject({ title: 'T' });
  expect(site.calls.map(({ path }) => path)).toEqual(['/page']);
});

test('the answer of a site that is no provider is not asked for', async () => {
  oembed(VIDEO);
  expect(await fetched('other.example', provided())).toMatchObject({ kind: 'card', title: 'T' });
  expect(site.calls.map(({ path }) => path)).toEqual(['/page']);
});
