import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shows } from '../../readme/blocks.ts';
import { withPage } from '../browser.ts';
import { run, start } from '../programs.ts';
import type { Project } from '../project.ts';
import type { CheckServer } from '../check-server.ts';
import { compile, NODE_PROGRAM } from './types.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const README = 'packages/client/README.md';
const GUIDE = 'docs/guides/first-bot.md';

type Fence = { readonly language: string; readonly mark: string; readonly text: string };

function fencesOf(page: string): Fence[] {
  return [
    ...readFileSync(path.join(ROOT, page), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm),
  ].map(([, language = '', mark = '', text = '']) => ({ language, mark, text }));
}

const PASSWORD = 'the password of somebody';

/** The code blocks of the README form one program that compiles, runs and prints the documented output. */
export async function readmeRuns({ directory }: Project, { here }: CheckServer): Promise<string> {
  const ada = await here.user('Ada of the README', { password: PASSWORD });
  const blocks = fencesOf(README).filter(({ language }) => language === 'js');
  const program = blocks.map(({ text }) => text).join('\n');
  const real = program
    .replaceAll('https://chat.example.org', ada.url)
    .replaceAll('ada@example.org', ada.email)
    .replaceAll('her key', ada.apiKey)
    .replaceAll('her password', PASSWORD);
  writeFileSync(path.join(directory, 'readme.js'), real);
  await compile(directory, NODE_PROGRAM, ['readme.js']);
  const printed = await run([process.execPath, 'readme.js'], directory);
  assert.deepEqual(printed.trim().split('\n'), [
    'sent true',
    'logged in true',
    'listening',
    'Hello, **world**',
    'general > hello',
    '0 drafts',
    'drafts in event',
    '1 drafts',
    'offline',
    'live',
    'no #nowhere',
    'once true',
    'all 12 bytes',
  ]);
  return `${blocks.length} blocks, one program`;
}

/** The web page of the README shows the documented output. */
export async function readmePageRuns(project: Project, { here }: CheckServer): Promise<string> {
  const ada = await here.user('Ada of the page');
  const [block] = fencesOf(README).filter(({ language }) => language === 'html');
  assert.ok(block !== undefined);
  const html = block.text.replace('ada@example.org', ada.email).replace('her key', ada.apiKey);
  return withPage(async (page) => {
    await page.route(`${here.url}/mine.html`, (route) =>
      route.fulfill({ contentType: 'text/html', body: html }),
    );
    await page.route(`${here.url}/node_modules/**`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: readFileSync(path.join(project.directory, new URL(route.request().url()).pathname)),
      }),
    );
    await page.goto(`${here.url}/mine.html`);
    const body = page.getByText(/^[1-9]\d* users$/);
    await body.waitFor({ timeout: 60_000 });
    return (await body.textContent()) ?? '';
  });
}

/** Follows the guide from an empty directory to the bot's first answer. */
export async function guideRuns({ directory, tarball }: Project, { here }: CheckServer): Promise<string> {
  const iris = await here.user('Iris Lindqvist', { password: PASSWORD });
  const place = path.join(directory, 'guide/first-bot');
  const real = (text: string): string =>
    text
      .replaceAll('http://localhost:9800', here.url)
      .replaceAll('iris@observatory.example', iris.email)
      .replaceAll('the password', PASSWORD)
      .replaceAll('../parley/dist/parley-client-*.tgz', tarball)
      .replace('npm run sdk:pack\n', '')
      .replace('npm install', 'npm install --offline --no-audit --no-fund');
  const fences = fencesOf(GUIDE);
  mkdirSync(path.join(directory, 'guide/parley'), { recursive: true });
  let commands = 0;
  for (const [at, { language, mark, text }] of fences.entries()) {
    const promised = fences[at + 1]?.language === 'text' ? (fences[at + 1]?.text.trimEnd() ?? '') : '';
    const script: [string, ...string[]] = ['bash', '-e', '-c', real(text).trimEnd()];
    if (language === 'js') writeFileSync(path.join(place, mark), text);
    else if (mark === 'serve')
      await start(['bash', '-c', `exec ${real(text)}`], place).says(new RegExp(promised));
    else if (language === 'sh') {
      commands += 1;
      const printed = await run(script, mark === 'run' ? place : path.join(directory, 'guide/parley'));
      assert.ok(shows(printed, promised), `The guide promises\n${promised}\nbut it is\n${printed}`);
    }
  }
  assert.equal(commands, 3);
  return `${fences.length} blocks`;
}
