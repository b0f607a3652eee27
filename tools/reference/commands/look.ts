import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromiumOptions } from '@parley/test-support/chromium.ts';
import { chromium, type Page } from 'playwright-core';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { startTestServer } from '@parley/test-support/harness.ts';

const { values } = readCommandLine({
  name: 'npm run reference:look',
  summary:
    'Opens the reference in Chromium, wide and narrow, light and dark, and checks accessibility and search.',
  options: {
    draw: {
      type: 'boolean',
      default: false,
      help: 'also draw the images of the documentation (docs/images)',
    },
  },
  example: 'npm run reference:look -- --draw',
});
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const PAGES = [
  '/api/',
  '/api/send-message',
  '/api/register-queue',
  '/api/events',
  '/api/events/message',
  '/api/errors',
  '/api/objects/Message',
  '/api/integrations',
  '/api/integrations/github',
  '/api/search?q=mute',
  '/api/search?q=mark+as+read',
];
const LOOKS = [
  { name: 'wide-light', width: 1440, height: 900, colorScheme: 'light' },
  { name: 'narrow-dark', width: 390, height: 844, colorScheme: 'dark' },
] as const;

type Finding = { id: string; help: string; nodes: { html: string }[] };

async function findings(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate('axe.run().then(({ violations }) => violations)');
  return (found as Finding[]).map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]?.html ?? ''})`);
}

/** Types a phrase into the search field: the navigation must show current operations, and mark deprecated ones. */
async function lookAtSearch(page: Page, look: string): Promise<number> {
  await page.goto(`${server.url}/api/`);
  const field = page.locator('.search input');
  await field.fill('mark as read');
  const shown = await page.locator('#navigation li:visible').allTextContents();
  const unmarked = shown.filter((text) => text.includes('as read') && !text.includes('deprecated'));
  const isFound = shown.some((text) => text.includes('Update flags of messages'));
  await field.press('Enter');
  await page.waitForURL('**/api/update-message-flags');
  await page.goBack();
  await field.fill('no such name');
  const isOffered = await page.locator('#navigation .everything').isVisible();
  const problems = [
    ...unmarked.map((text) => `unmarked: ${text.trim()}`),
    ...(isFound ? [] : ['"mark as read" does not find "Update flags of messages"']),
    ...(isOffered ? [] : ['the search in descriptions is not offered']),
  ];
  for (const problem of problems) console.error(`✗ ${look} search ${problem}`);
  return problems.length;
}

const server = await startTestServer();
const browser = await chromium.launch(chromiumOptions());
let count = 0;
try {
  for (const { name, width, height, colorScheme } of LOOKS) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    const broken: string[] = [];
    page.on('pageerror', ({ message }) => broken.push(message));
    page.on('console', (said) => {
      if (said.type() === 'error') broken.push(said.text());
    });
    for (const path of PAGES) {
      await page.goto(`${server.url}${path}`);
      const problems = [...(await findings(page)), ...broken.splice(0)];
      count += problems.length;
      for (const problem of problems) console.error(`✗ ${name} ${path} ${problem}`);
    }
    count += await lookAtSearch(page, name);
    await page.close();
  }
  if (values.draw) {
    const directory = path.resolve(import.meta.dirname, '../../../docs/images');
    for (const [file, at, width, height, colorScheme] of [
      ['api-operation-light.png', '/api/send-message', 1440, 900, 'light'],
      ['api-event-dark.png', '/api/events/reaction', 1440, 900, 'dark'],
      ['api-narrow-light.png', '/api/get-messages', 390, 844, 'light'],
      ['api-narrow-dark.png', '/api/add-reaction', 390, 844, 'dark'],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      await page.goto(`${server.url}${at}`);
      await page.evaluate(
        `document.querySelectorAll('.tabs code, .origin').forEach((code) => { for (const node of code.childNodes) if (node.nodeType === 3 || node.firstChild) (node.firstChild ?? node).data = (node.firstChild ?? node).data.replaceAll(location.origin, 'https://chat.example.org'); })`,
      );
      await page.screenshot({ path: path.join(directory, file) });
      await page.close();
    }
    const page = await browser.newPage({ viewport: { width: 1500, height: 900 }, colorScheme: 'light' });
    await page.goto(`${server.url}/api/integrations`);
    await page.locator('main').screenshot({ path: path.join(directory, 'integrations.png') });
    await page.close();
  }
} finally {
  await browser.close();
  await server.stop();
}
console.log(
  count === 0 ? `${PAGES.length} pages, wide and narrow, light and dark: nothing found` : `${count} found`,
);
process.exit(count === 0 ? 0 : 1);
