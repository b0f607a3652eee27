import { readCommandLine } from '@parley/test-support/command-line.ts';
import type { Browser } from 'playwright-core';
import { ensureBuilt } from '../../packages/web/build/ensure-built.ts';
import { KEYBOARD_PAGES } from './keyboard/pages.ts';
import { walkPage } from './keyboard/walk.ts';
import { compareTree } from './look/trees.ts';
import { openBrowser, visit } from './support/browser.ts';
import { NOW, prepareSample } from './support/sample.ts';
import { settle } from './support/settle.ts';
import { openFrozenStage, type Stage } from './support/stage.ts';

const {
  values: options,
  positionals,
  fail,
} = readCommandLine({
  name: 'npm run web:keyboard',
  summary:
    'Walks through every control of the settings and of the organization by Tab, arrows, Enter, Space and Escape alone, and compares what a screen reader says there.',
  positionals: { 'page …': 'pages such as settings/look; all if none is named' },
  options: { accept: { type: 'boolean', default: false, help: 'keep what screen readers say as it is now' } },
  example: 'npm run web:keyboard -- organization/people',
});

const unknown = positionals.find((page) => !KEYBOARD_PAGES.includes(page));
if (unknown !== undefined) fail(`There is no page ${unknown}.`);
const chosen = positionals.length === 0 ? KEYBOARD_PAGES : positionals;

await ensureBuilt(console.log);
const sample = await prepareSample();
const browser = await openBrowser();
let passed = 0;
let controls = 0;
try {
  for (const name of chosen) {
    const findings = await look(browser, name);
    for (const finding of new Set(findings)) console.log(`${name}: ${finding}`);
    if (findings.length === 0) passed += 1;
  }
} finally {
  await browser.close();
}
console.log(`keyboard: ${passed} of ${chosen.length} pages passed, ${controls} controls operated`);
process.exit(passed === chosen.length ? 0 : 1);

/** Each page has an organization of its own, because its controls are used. */
async function look(on: Browser, name: string): Promise<string[]> {
  const stage: Stage = await openFrozenStage(sample);
  const visitor = await visit(on, { url: stage.url, user: 'Iris', time: NOW, isUnfocused: true });
  try {
    const { page } = visitor;
    await page.goto(`/#${name}`);
    await page.locator('#main section h2').first().waitFor();
    await settle(page);
    const difference = await compareTree(page, {
      scene: name,
      language: 'en',
      accepts: options.accept,
      part: '#main',
    });
    const walk = await walkPage(page);
    controls += walk.operated;
    return [...(difference === undefined ? [] : [difference]), ...walk.findings, ...visitor.problems];
  } finally {
    await visitor.close();
    await stage.close();
  }
}
