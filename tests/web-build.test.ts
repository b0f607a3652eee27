import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { shellOf } from '../packages/web/build/build-worker.ts';
import { compressAssets } from '../packages/web/build/compress.ts';
import { keepPrevious, readBuilt } from '../packages/web/build/previous.ts';
import { sessionLinks } from '../packages/web/build/session-links.ts';
import { rowsOf } from '../packages/web/build/sizes.ts';

let directory: string;
let assets: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-build-'));
  assets = path.join(directory, 'assets');
});
afterEach(() => rm(directory, { recursive: true }));

/** A build, as Vite leaves it: the assets of one version only. */
async function build(...names: string[]): Promise<void> {
  const previous = await readBuilt(directory);
  await rm(assets, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  for (const name of names) await writeFile(path.join(assets, name), name);
  await keepPrevious(directory, previous);
}

test('the assets of one version are kept, and no older ones', async () => {
  await build('index-1.js', 'same.css');
  expect((await readdir(assets)).toSorted()).toEqual(['index-1.js', 'same.css']);
  await build('index-2.js', 'same.css');
  expect((await readdir(assets)).toSorted()).toEqual(['index-1.js', 'index-2.js', 'same.css']);
  await build('index-3.js', 'same.css');
  expect((await readdir(assets)).toSorted()).toEqual(['index-2.js', 'index-3.js', 'same.css']);
});

test('a repeated build without changes keeps the version before', async () => {
  await build('index-1.js');
  await build('index-2.js');
  await build('index-2.js');
  expect((await readdir(assets)).toSorted()).toEqual(['index-1.js', 'index-2.js']);
});

test('large files are compressed in two forms, small ones and pictures are not', async () => {
  await mkdir(assets);
  const script = 'let a = 1;\n'.repeat(500);
  await writeFile(path.join(assets, 'large.js'), script);
  await writeFile(path.join(assets, 'small.js'), 'let a;');
  await writeFile(path.join(assets, 'picture.png'), Buffer.alloc(5_000));
  await compressAssets(directory);
  expect((await readdir(assets)).toSorted()).toEqual([
    'large.js',
    'large.js.br',
    'large.js.gz',
    'picture.png',
    'small.js',
  ]);
  expect(brotliDecompressSync(await readFile(path.join(assets, 'large.js.br'))).toString()).toBe(script);
  expect(gunzipSync(await readFile(path.join(assets, 'large.js.gz'))).toString()).toBe(script);
});

test('sizes count what each step of loading adds', async () => {
  const sizes: Record<string, number> = {
    'i.js': 50,
    'shared.js': 5,
    'app.js': 30,
    'door.js': 3,
    'inbox.js': 6,
    'list.js': 9,
    'topic.js': 4,
    'menus.js': 80,
    'i.css': 7,
    'app.css': 2,
  };
  const rows = await rowsOf(
    {
      'index.html': {
        file: 'i.js',
        isEntry: true,
        imports: ['_shared.js'],
        dynamicImports: ['src/views/app.tsx', 'src/views/arriving/log-in.tsx'],
        css: ['i.css'],
      },
      '_shared.js': { file: 'shared.js' },
      'src/views/app.tsx': {
        file: 'app.js',
        imports: ['index.html', '_shared.js'],
        dynamicImports: [
          'src/parts/menus.tsx',
          'src/views/inbox-view.tsx',
          'src/views/conversation-view.tsx',
        ],
        css: ['app.css'],
      },
      'src/views/arriving/log-in.tsx': { file: 'door.js', imports: ['index.html'] },
      'src/views/inbox-view.tsx': { file: 'inbox.js', name: 'inbox-view', imports: ['index.html'] },
      'src/views/conversation-view.tsx': {
        file: 'topic.js',
        name: 'conversation-view',
        imports: ['_list.js'],
      },
      '_list.js': { file: 'list.js' },
      'src/parts/menus.tsx': { file: 'menus.js', name: 'menus', imports: ['index.html', '_list.js'] },
    },
    async (file) => sizes[file] ?? Number.NaN,
  );
  expect(rows.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['log-in', 58],
    ['first view: inbox-view', 91],
    ['first view: conversation-view', 98],
    ['styles', 9],
    ['menus', 80],
  ]);
});

test('a session has links to the scripts of its start that the page does not name itself', () => {
  const links = sessionLinks({
    'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_page.js'] },
    '_page.js': { file: 'assets/page.js' },
    '_client.js': { file: 'assets/client.js', imports: ['_page.js'] },
    'src/screen/start-chat.ts': { file: 'assets/start.js', imports: ['_client.js'] },
    'src/views/app.tsx': { file: 'assets/app.js', imports: ['_client.js'], dynamicImports: ['menu.tsx'] },
    'menu.tsx': { file: 'assets/menu.js' },
  });
  expect(links.match(/(?<=href=")[^"]*/g)).toEqual([
    '/assets/start.js',
    '/assets/client.js',
    '/assets/app.js',
  ]);
});

test('the service worker stores what the entry imports, and knows all other assets', () => {
  const manifest = {
    'index.html': {
      file: 'assets/i.js',
      isEntry: true,
      imports: ['_shared.js'],
      dynamicImports: ['app.tsx', 'src/words/catalogs/de.json'],
      css: ['assets/i.css'],
    },
    'src/words/catalogs/de.json': { file: 'assets/de.js' },
    '_shared.js': { file: 'assets/shared.js' },
    'app.tsx': { file: 'assets/app.js', imports: ['_list.js'], dynamicImports: ['menu.tsx'] },
    '_list.js': { file: 'assets/list.js' },
    'menu.tsx': { file: 'assets/menu.js', css: ['assets/menu.css'] },
  };
  const shell = shellOf(manifest, 'page');
  expect(shell.entry).toBe('/assets/i.js');
  expect(shell.first).toEqual([
    '/assets/app.js',
    '/assets/i.css',
    '/assets/i.js',
    '/assets/list.js',
    '/assets/shared.js',
  ]);
  expect(shell.later).toEqual(['/assets/menu.css', '/assets/menu.js']);
  expect(shell.catalogs).toEqual(['/assets/de.js']);
  expect(shellOf(manifest, 'another page').version).not.toBe(shell.version);
});
