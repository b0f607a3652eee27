import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { collectData } from '../languages/known-data.ts';
import { speakingPage } from '../languages/speaking-page.ts';
import type { Speech } from '../languages/speech.ts';
import { cutTextsIn, plainTextsIn } from '../languages/texts.ts';
import { LIGHT, looksOf, type Look, type Scene } from '../scenes/scene.ts';
import { logOut, visit } from '../support/browser.ts';
import { NOW } from '../support/sample.ts';
import { settle } from '../support/settle.ts';
import type { Stage } from '../support/stage.ts';
import { violationsIn } from './axe.ts';
import { smallTargetsIn } from './targets.ts';
import { compareTree, KEPT_TREES } from './trees.ts';
import type { TakenPicture } from './contact-sheet.ts';

/** Looks of a scene on one screen: one visit shows them all, because themes change without a reload. */
export type Sitting = { readonly scene: Scene; readonly looks: readonly [Look, ...Look[]] };

export type SittingOptions = {
  /** Directory of the pictures; none are taken without it. */
  readonly directory?: string | undefined;
  readonly checksAxe: boolean;
  /** Keeps the accessibility tree as it is now. */
  readonly acceptsTree: boolean;
  readonly speech: Speech;
};

export type SittingResult = {
  readonly pictures: readonly TakenPicture[];
  readonly findings: readonly { readonly look: string; readonly text: string }[];
};

/** Opens a scene and looks at it in each of its themes. */
export async function takeScene(
  browser: Browser,
  { url, cast }: Stage,
  { scene, looks }: Sitting,
  options: SittingOptions,
): Promise<SittingResult> {
  const { user, address, steps, textPercent } = scene;
  const { theme, viewport } = looks[0];
  const pictures: TakenPicture[] = [];
  const findings: { look: string; text: string }[] = [];
  const visitor = await visit(browser, {
    url,
    user,
    theme,
    viewport,
    time: NOW,
    isUnfocused: true,
    textPercent,
    language: options.speech.code,
  });
  const data = collectData(visitor.page);
  let look = looks[0];
  const found = (text: string): void => {
    findings.push({ look: look.name, text });
  };
  try {
    const { page } = visitor;
    // Scenes share one organization, so texts that they begin stay in their page.
    await page.route('**/json/drafts*', (route) => route.abort());
    await page.goto(`/${typeof address === 'string' ? address : address(cast)}`);
    await settle(page);
    await steps?.(speakingPage(page, options.speech), cast);
    await settle(page);
    for (look of looks) {
      await show(page, look);
      if (options.directory !== undefined && looksOf(scene).includes(look))
        pictures.push(await takePicture(page, scene, look, options.directory));
      for (const text of await faultsIn(page, scene, look, options)) found(text);
      if (options.speech.isPseudo)
        for (const text of [
          ...(await plainTextsIn(page, data)),
          ...(textPercent === undefined ? await cutTextsIn(page) : []),
        ])
          found(text);
    }
  } catch (error) {
    found(error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error));
  }
  for (const problem of new Set(visitor.problems)) found(problem);
  await visitor.page.close();
  if (user !== undefined) await logOut(visitor.context, url);
  await visitor.close();
  return { pictures, findings };
}

/** Switches the theme as its setting would, and waits for the next frame. */
async function show(page: Page, { theme }: Look): Promise<void> {
  await page.evaluate(async (name) => {
    document.documentElement.dataset['theme'] = name;
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
  }, theme);
}

async function takePicture(
  page: Page,
  { name: scene }: Scene,
  look: Look,
  directory: string,
): Promise<TakenPicture> {
  const file = `${scene}-${look.name}.png`;
  await page.screenshot({ path: path.join(directory, file), caret: 'initial' });
  return { scene, look: look.name, file };
}

async function faultsIn(page: Page, { name }: Scene, look: Look, options: SittingOptions): Promise<string[]> {
  const faults = options.checksAxe ? await violationsIn(page, look.theme !== 'light') : [];
  if (look === LIGHT && !options.speech.isPseudo && KEPT_TREES.includes(name)) {
    const difference = await compareTree(page, {
      scene: name,
      language: options.speech.code,
      accepts: options.acceptsTree,
    });
    if (difference !== undefined) faults.push(difference);
  }
  if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
    faults.push('the page is wider than the screen');
  if (look.viewport === 'phone') faults.push(...(await smallTargetsIn(page)));
  return faults;
}
