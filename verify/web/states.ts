import { reducePictures } from '@parley/test-support/reduce-pictures.ts';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import type { Browser, Page } from 'playwright-core';
import { serveStates } from '../../packages/web/test/states/serve-states.ts';
import { violationsIn } from './look/axe.ts';
import { writeContactSheet, type TakenPicture } from './look/contact-sheet.ts';
import { EXAMPLE_DATA } from './languages/known-data.ts';
import { speechOf, SPOKEN } from './languages/speech.ts';
import { cutTextsIn, plainTextsIn } from './languages/texts.ts';
import { keepLanguage, localeOf, openBrowser, VIEWPORTS } from './support/browser.ts';

const {
  values: options,
  positionals,
  fail,
} = readCommandLine({
  name: 'npm run web:states',
  summary:
    'Shows every view of the web client that has nothing to show, in each of its states, from example data; checks the accessibility rules and puts the pictures on one sheet.',
  positionals: { 'view …': 'views to show; all if none is named' },
  options: {
    language: {
      type: 'string',
      value: 'code',
      default: 'en',
      help: `language of the views: ${SPOKEN.join(', ')}; in the last two, pseudo languages, texts without a translation and texts that are cut off are faults`,
    },
    directory: {
      type: 'string',
      value: 'path',
      default: 'node_modules/.cache/web-states',
      help: 'where the pictures go',
    },
  },
  example: 'npm run web:states -- topic search',
});

/** A way to look at the page. */
type StateLook = {
  readonly name: string;
  readonly theme: 'light' | 'dark' | 'contrast';
  readonly viewport: keyof typeof VIEWPORTS;
  readonly direction?: 'rtl';
  /** Text size in percent, as the setting of a browser. */
  readonly textPercent?: number;
};

const LOOKS: readonly StateLook[] = [
  { name: 'light', theme: 'light', viewport: 'desktop' },
  { name: 'dark', theme: 'dark', viewport: 'desktop' },
  { name: 'contrast', theme: 'contrast', viewport: 'desktop' },
  { name: 'rtl', theme: 'light', viewport: 'desktop', direction: 'rtl' },
  { name: 'phone', theme: 'light', viewport: 'phone' },
  { name: 'text-200', theme: 'light', viewport: 'desktop', textPercent: 200 },
];

if (!SPOKEN.includes(options.language)) fail(`There is no language ${options.language}.`);
const speech = speechOf(options.language);
const looks = speech.isPseudo ? LOOKS.filter(({ theme }) => theme === 'light') : LOOKS;
const directory = path.resolve(options.directory);
mkdirSync(directory, { recursive: true });

const server = await serveStates();
const browser = await openBrowser();
const findings: string[] = [];
const pictures: TakenPicture[] = [];
try {
  for (const look of looks) pictures.push(...(await takeLook(browser, server.url, look)));
  const sorted = [...Map.groupBy(pictures, ({ scene }) => scene).values()].flat();
  await reducePictures(sorted.map(({ file }) => path.join(directory, file)));
  await writeContactSheet(browser, directory, sorted);
} finally {
  await browser.close();
  await server.close();
}
for (const finding of findings) console.log(finding);
console.log(
  `states: ${new Set(pictures.map(({ scene }) => scene)).size} scenes in ${looks.length} looks, ${findings.length} findings`,
);
process.exitCode = findings.length === 0 ? 0 : 1;

/** Takes all scenes in one look, in one page. */
async function takeLook(on: Browser, url: string, look: StateLook): Promise<TakenPicture[]> {
  const context = await on.newContext({
    viewport: VIEWPORTS[look.viewport],
    locale: localeOf(speech.code),
    reducedMotion: 'reduce',
    contrast: look.theme === 'contrast' ? 'more' : 'no-preference',
    colorScheme: look.theme === 'dark' ? 'dark' : 'light',
    hasTouch: look.viewport === 'phone',
    isMobile: look.viewport === 'phone',
  });
  await keepLanguage(context, speech.code);
  const page = await context.newPage();
  page.on('pageerror', (error) => findings.push(`${look.name}: ${error.message}`));
  if (look.textPercent !== undefined) await setTextSize(page, look.textPercent);
  await page.goto(url);
  // Vite reloads a page whose packages it has just prepared.
  await page.waitForFunction('typeof sceneNames === "function"');
  await page.evaluate(({ theme, direction }) => {
    document.documentElement.dataset['theme'] = theme;
    if (direction !== undefined) document.documentElement.dir = direction;
  }, look);
  const names = await page.evaluate<string[]>('sceneNames()');
  const taken: TakenPicture[] = [];
  for (const scene of names.filter(isChosen)) {
    const file = `${scene.replace(', ', '-')}-${look.name}.png`;
    await page.evaluate(`showScene(${JSON.stringify(scene)})`);
    const sign = scene.endsWith(', waiting') ? '#main [data-waiting]' : '#main h2';
    await page.locator(sign).first().waitFor();
    await page.screenshot({ path: path.join(directory, file) });
    const isColorOnly = look.theme !== 'light';
    for (const text of await violationsIn(page, isColorOnly))
      findings.push(`${scene} (${look.name}): ${text}`);
    if (speech.isPseudo)
      for (const text of [...(await plainTextsIn(page, EXAMPLE_DATA)), ...(await cutTextsIn(page))])
        findings.push(`${scene} (${look.name}): ${text}`);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      findings.push(`${scene} (${look.name}): the page is wider than the screen`);
    taken.push({ scene, look: look.name, file });
  }
  await context.close();
  return taken;
}

function isChosen(scene: string): boolean {
  return positionals.length === 0 || positionals.some((view) => scene.startsWith(`${view}, `));
}

async function setTextSize(page: Page, percent: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: (16 * percent) / 100 } });
}
