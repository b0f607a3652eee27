import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { ensureBuilt } from '../../tools/web/ensure-built.ts';
import { violationsIn } from './look/axe.ts';
import { writeContactSheet, type TakenPicture } from './look/contact-sheet.ts';
import { compareTree, KEPT_TREES } from './look/trees.ts';
import { scenes } from './scenes/all.ts';
import { ALL_LOOKS, CONTRAST, DARK, LIGHT, type Look, type Scene } from './scenes/scene.ts';
import { openBrowser, visit } from './support/browser.ts';
import { NOW, prepareSample } from './support/sample.ts';
import { settle } from './support/settle.ts';
import { openFrozenStage, type Stage } from './support/stage.ts';

const {
  values: options,
  positionals,
  fail,
} = readCommandLine({
  name: 'npm run web:look',
  summary: 'Takes pictures of the scenes of the web client in a fixed organization at a fixed time.',
  positionals: { 'scene …': 'scenes to take; all if none is named' },
  options: {
    axe: { type: 'boolean', default: false, help: 'check the accessibility rules in three themes, too' },
    accept: { type: 'boolean', default: false, help: 'keep the accessibility trees as they are now' },
    directory: { type: 'string', value: 'path', default: 'docs/images/web', help: 'where the pictures go' },
  },
  example: 'npm run web:look -- inbox topic --axe',
});

type Finding = { readonly scene: string; readonly look: string; readonly text: string };

const directory = path.resolve(options.directory);
const unknown = positionals.find((name) => scenes.every((scene) => scene.name !== name));
if (unknown !== undefined) fail(`There is no scene ${unknown}.`);
const chosen = positionals.length === 0 ? scenes : scenes.filter(({ name }) => positionals.includes(name));
mkdirSync(directory, { recursive: true });

const pictures: TakenPicture[] = [];
const findings: Finding[] = [];
await ensureBuilt(console.log);
const stage = await openFrozenStage(await prepareSample());
const browser = await openBrowser();
try {
  for (const scene of chosen) for (const look of looksOf(scene)) await take(browser, stage, scene, look);
  if (positionals.length === 0) await writeContactSheet(browser, directory, pictures);
} finally {
  await browser.close();
  await stage.close();
}
for (const { scene, look, text } of findings) console.log(`${scene} (${look}): ${text}`);
console.log(`${pictures.length} pictures of ${chosen.length} scenes, ${findings.length} findings`);
process.exit(findings.length === 0 ? 0 : 1);

/** With `--axe`, the three themes are looked at even if the scene has fewer pictures. */
function looksOf({ looks = ALL_LOOKS }: Scene): readonly Look[] {
  return options.axe ? [...new Set([...looks, LIGHT, DARK, CONTRAST])] : looks;
}

async function take(from: Browser, { url, cast }: Stage, scene: Scene, look: Look): Promise<void> {
  const { name, user, address, steps, textPercent } = scene;
  const { theme, viewport } = look;
  const visitor = await visit(from, {
    url,
    user,
    theme,
    viewport,
    time: NOW,
    isUnfocused: true,
    ...(textPercent === undefined ? {} : { textPercent }),
  });
  const found = (text: string): void => {
    findings.push({ scene: name, look: look.name, text });
  };
  try {
    const { page } = visitor;
    await page.goto(`/${typeof address === 'string' ? address : address(cast)}`);
    await settle(page);
    await steps?.(page, cast);
    await settle(page);
    const file = `${name}-${look.name}.png`;
    await page.screenshot({ path: path.join(directory, file) });
    pictures.push({ scene: name, look: look.name, file });
    if (options.axe) for (const violation of await violationsIn(page)) found(violation);
    if (look === LIGHT && KEPT_TREES.includes(name)) {
      const difference = await compareTree(page, name, options.accept);
      if (difference !== undefined) found(difference);
    }
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      found('the page is wider than the screen');
  } catch (error) {
    found(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
  for (const problem of new Set(visitor.problems)) found(problem);
  await visitor.close();
}
