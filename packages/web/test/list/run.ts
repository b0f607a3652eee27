import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import react from '@vitejs/plugin-react';
import axe from 'axe-core';
import { chromiumOptions } from '@parley/test-support/chromium.ts';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';
import { contractPlugin } from '../../../../tools/sdk/contract-plugin.ts';
import type { AnchorResult } from './anchor-run.ts';
import type { Finding } from './content-run.ts';
import type { ScrollResult } from './scroll-run.ts';

const { values: options } = readCommandLine({
  name: 'npm run web:list',
  summary:
    'Scrolls and changes the message list in Chromium, and measures in pixels that nothing else moves.',
  options: {
    seeds: { type: 'string', value: 'number', default: '6', help: 'random sequences of changes' },
    messages: {
      type: 'string',
      value: 'number',
      default: '10000',
      help: 'messages that are scrolled through',
    },
  },
  example: 'npm run web:list -- --messages 2000',
});
const SEEDS = Number(options.seeds);
const MESSAGES = Number(options.messages);
const STEPS = 40;
const SCROLL_STEP_PX = 700;
const AXE_WAIT_MS = 500;
/** Rules about the frame around the list, which the test page does not have. */
const PAGE_RULES: readonly string[] = ['page-has-heading-one', 'region', 'landmark-one-main'];
const MAX_BOUNDED_SHARE = 0.1;

/** Elements may be made of text by one policy only; anything else throws. */
const POLICY =
  "require-trusted-types-for 'script'; trusted-types parley-html; script-src 'self'; img-src 'self'; object-src 'none'";

const folder = mkdtempSync(path.join(tmpdir(), 'parley-list-'));
const root = import.meta.dirname;
const shared = { root, configFile: false, logLevel: 'error' } as const;
await build({
  ...shared,
  plugins: [contractPlugin(path.join(root, '../../src'), path.join(root, '../../../client/src')), react()],
  build: { target: 'es2024', outDir: folder, emptyOutDir: true, minify: false, assetsInlineLimit: 0 },
});
const server = await preview({
  ...shared,
  build: { outDir: folder },
  preview: {
    port: 0,
    host: '127.0.0.1',
    proxy: {},
    headers: { 'content-security-policy': POLICY },
  },
});
const browser = await chromium.launch(chromiumOptions());
let passed = 0;
let failed = 0;
try {
  const page = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  page.on('pageerror', (error) => note(false, `page: ${error.message}`));
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await checkScroll(page);
  for (let seed = 1; seed <= SEEDS; seed += 1) await checkAnchor(page, seed, '');
  await page.evaluate(() => document.documentElement.setAttribute('data-browser-anchors', ''));
  for (let seed = 1; seed <= 2; seed += 1)
    await checkAnchor(page, seed, ' with the anchoring of the browser');
  await page.reload();
  for (const run of ['checkContent()', 'checkForeign()'])
    for (const { name, isGood } of await page.evaluate<readonly Finding[]>(run)) note(isGood, name);
  await checkAccessibility(page);
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true });
}
console.log(`web list: ${passed} of ${passed + failed} passed`);
process.exitCode = failed === 0 ? 0 : 1;

async function checkAnchor(page: Page, seed: number, mode: string): Promise<void> {
  const result = await page.evaluate<AnchorResult>(`followAnchor(${seed}, ${STEPS})`);
  for (const failure of result.failures) console.log(`  ${failure}`);
  const isGood = result.failures.length === 0 && result.bounded <= MAX_BOUNDED_SHARE * result.steps;
  note(
    isGood,
    `anchor, seed ${seed}${mode}: ${result.steps} changes, worst ${result.worst.toFixed(2)} px, ${result.bounded} at a bound`,
  );
}

async function checkAccessibility(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const scene of ['topic', 'kinds'])
    for (const theme of ['light', 'dark', 'contrast']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'; showScene('${scene}')`);
      await page.waitForTimeout(AXE_WAIT_MS);
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
      const found = violations.filter(({ id }) => !PAGE_RULES.includes(id));
      for (const { id, nodes } of found) console.log(`  ${id}: ${nodes[0]?.html.slice(0, 160)}`);
      note(found.length === 0, `axe: ${found.length} findings in ${scene}, ${theme}`);
    }
}

async function checkScroll(page: Page): Promise<void> {
  const result = await page.evaluate<ScrollResult>(`scrollThrough(${MESSAGES}, ${SCROLL_STEP_PX})`);
  const figures = `${result.frames} frames, p95 ${result.p95.toFixed(1)} ms, at most ${result.maxRows} rows`;
  for (const jump of result.jumps) console.log(`  ${jump}`);
  note(
    result.jumps.length === 0,
    `scroll through ${result.rowsSeen} messages, ${result.jumps.length} jumps: ${figures}`,
  );
  note(result.blanks === 0, `${result.blanks} frames with a blank`);
  note(result.missing === 0, `${result.missing} messages never shown`);
  note(result.maxRows <= 300, `${result.maxRows} rows in the page`);
}

function note(isGood: boolean, text: string): void {
  if (isGood) passed += 1;
  else failed += 1;
  console.log(`${isGood ? 'ok  ' : 'FAIL'} ${text}`);
}
