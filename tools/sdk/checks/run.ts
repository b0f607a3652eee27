import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { withPage } from '../browser.ts';
import { run } from '../programs.ts';
import type { Project } from '../project.ts';
import type { Account, CheckServer } from '../check-server.ts';

const VISIT = path.join(import.meta.dirname, '../visit.js');

function accountOf({ id, url, email, apiKey }: Account) {
  return { id, url, email, apiKey };
}

function seenBy(name: string) {
  return {
    name,
    words: 'tea',
    once: true,
    heard: { isIt: true, content: 'a note to myself' },
    upload: '[photo 1.bin](… photo-1.bin)',
    progress: { rises: true, ends: true },
    refusal: '400 BAD_REQUEST',
  };
}

/** Runs on this Node.js and on every other supported version that is installed. */
export async function runsInNode({ directory }: Project, { here }: CheckServer): Promise<string> {
  copyFileSync(VISIT, path.join(directory, 'visit.js'));
  writeFileSync(
    path.join(directory, 'visit-node.js'),
    `import { visit } from './visit.js';
console.log(JSON.stringify(await visit(JSON.parse(process.env.ACCOUNT))));\n`,
  );
  const versions: string[] = [];
  for (const node of nodes()) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const visitor = await here.user(`Visitor with ${version}`);
    const ACCOUNT = JSON.stringify(accountOf(visitor));
    const printed = await run([node, 'visit-node.js'], directory, { ACCOUNT });
    assert.deepEqual(JSON.parse(printed), seenBy(`Visitor with ${version}`));
    versions.push(version);
  }
  return versions.join(', ');
}

function nodes(): string[] {
  const found = new Map([[process.version, process.execPath]]);
  for (const directory of (process.env['PATH'] ?? '').split(':')) {
    const node = path.join(directory, 'node');
    if (!existsSync(node)) continue;
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
    if (major > 20 || (major === 20 && minor >= 3)) found.set(version, node);
  }
  return [...found.values()];
}

/** Runs in Chromium from the installed files, with an import map only. */
export async function runsInPages({ installed }: Project, { here }: CheckServer): Promise<string> {
  const elsewhere = createServer((request, response) => {
    const { contentType, body } = fileAt(installed, request.url ?? '', 'parley-client.min.js');
    response.setHeader('content-type', contentType).end(body);
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const pages = {
    'many files': ['index.js', here.url],
    'one file': ['parley-client.min.js', here.url],
    'a page from elsewhere': ['parley-client.min.js', `http://127.0.0.1:${port}`],
  } as const;
  try {
    return await withPage(async (page, version) => {
      for (const [kind, [entry, origin]] of Object.entries(pages)) {
        const visitor = await here.user(`Visitor with ${kind}`);
        await page.route(`${here.url}/page/**`, (route) =>
          route.fulfill(fileAt(installed, new URL(route.request().url()).pathname, entry)),
        );
        await page.goto(`${origin}/page/`);
        const seen = await page.evaluate(
          ({ module, account }) => import(module).then((m: Visit) => m.visit(account)),
          { module: '/page/visit.js', account: accountOf(visitor) },
        );
        assert.deepEqual(seen, seenBy(`Visitor with ${kind}`));
        await page.unrouteAll();
      }
      return `Chromium ${version}: ${Object.keys(pages).join(', ')}`;
    });
  } finally {
    elsewhere.close();
  }
}

/** A page, what it does, and the package. */
function fileAt(installed: string, pathname: string, entry: string) {
  const file = pathname.replace('/page/', '');
  return file === ''
    ? { contentType: 'text/html', body: pageWith(entry) }
    : {
        contentType: 'text/javascript',
        body: readFileSync(file === 'visit.js' ? VISIT : path.join(installed, file)),
      };
}

type Visit = { visit(account: ReturnType<typeof accountOf>): Promise<unknown> };

function pageWith(entry: string): string {
  return `<!doctype html><script type="importmap">{ "imports": { "@parley/client": "/page/${entry}" } }</script>`;
}
