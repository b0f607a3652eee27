import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const WEB = path.resolve(import.meta.dirname, '../packages/web');

type Picture = {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
  readonly form_factor?: string;
  readonly label?: string;
};
type Manifest = {
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly {
    readonly name: string;
    readonly url: string;
    readonly icons: readonly Picture[];
  }[];
  readonly share_target: {
    readonly action: string;
    readonly params: { readonly files: readonly { readonly accept: readonly string[] }[] };
  };
  readonly [field: string]: unknown;
};

let directory: string;
let server: TestServer;
let manifest: Manifest;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'parley-install-'));
  cpSync(path.join(WEB, 'public'), directory, { recursive: true });
  cpSync(path.join(WEB, 'index.html'), path.join(directory, 'index.html'));
  server = await startTestServer((config) => ({ ...config, web: { directory } }));
  manifest = (await (await fetch(`${server.url}/app.webmanifest`)).json()) as Manifest;
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true });
});

/** Width and height of a PNG or WebP file, as its first bytes tell. */
function sizeOf(file: Buffer): string {
  if (file.toString('latin1', 1, 4) === 'PNG') return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
  if (file.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('The picture has an unknown form.');
  return `${file.readUIntLE(24, 3) + 1}x${file.readUIntLE(27, 3) + 1}`;
}

test('every picture of the manifest exists, with its type and size', async () => {
  const pictures = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }) => icons),
    { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
    { src: '/install/badge-96.png', sizes: '96x96', type: 'image/png' },
  ];
  expect(pictures).toHaveLength(14);
  for (const { src, sizes, type } of pictures) {
    const answer = await fetch(server.url + src);
    const content = Buffer.from(await answer.arrayBuffer());
    expect([src, answer.status, answer.headers.get('content-type'), sizeOf(content)]).toEqual([
      src,
      200,
      type,
      sizes,
    ]);
  }
});

test('the manifest has what browsers ask for before they offer to install', () => {
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Root',
    short_name: 'Root',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
  });
  const sizesOf = (purpose: string): string[] =>
    manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
  expect(sizesOf('any')).toEqual(['192x192', '512x512']);
  expect(sizesOf('maskable')).toEqual(['192x192', '512x512']);
  for (const form of ['narrow', 'wide'])
    expect(manifest.screenshots.filter(({ form_factor }) => form_factor === form).length).toBeGreaterThan(1);
  expect(manifest.screenshots.every(({ label }) => label !== undefined)).toBe(true);
  expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['New message', '/#new'],
    ['Inbox', '/#inbox'],
    ['Search', '/#search'],
  ]);
});

test('shared content without a service worker opens the client', async () => {
  const form = new FormData();
  form.append('text', 'clouds');
  const answer = await fetch(server.url + manifest.share_target.action, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  expect(manifest.share_target.params.files[0]?.accept).toContain('image/*');
});

test('the page names icon, colors and title for phones', async () => {
  const page = await (await fetch(server.url)).text();
  for (const part of [
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png" sizes="180x180" />',
    '<meta name="apple-mobile-web-app-title" content="Root" />',
    '<meta name="apple-mobile-web-app-capable" content="yes" />',
    'media="(prefers-color-scheme: light)" content="#f9f6f2"',
    'media="(prefers-color-scheme: dark)" content="#13161c"',
  ])
    expect(page).toContain(part);
});
