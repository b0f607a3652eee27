import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { reducePictures } from '@parley/test-support/reduce-pictures.ts';
import { ensureBuilt } from '../../packages/web/build/ensure-built.ts';
import { writeContactSheet, type TakenPicture } from './look/contact-sheet.ts';
import { missingEmojiFont } from './look/emoji-font.ts';
import { takeScene, type Sitting } from './look/take-scene.ts';
import { scenes } from './scenes/all.ts';
import { CONTRAST, DARK, LIGHT, looksOf, PHONE, type Look, type Scene } from './scenes/scene.ts';
import { speechOf, SPOKEN } from './languages/speech.ts';
import { chooseLanguage } from './languages/choose-language.ts';
import { openBrowser } from './support/browser.ts';
import { prepareSample } from './support/sample.ts';
import { openFrozenStage } from './support/stage.ts';

/** Where the pictures of the documentation are, which are English. */
const PICTURES = 'docs/images/web';

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
    short: {
      type: 'boolean',
      default: false,
      help: 'take no pictures, look at one screen in light and one other theme',
    },
    phone: {
      type: 'boolean',
      default: false,
      help: 'look at the scenes on a phone alone; targets too small for a finger are faults',
    },
    accept: { type: 'boolean', default: false, help: 'keep the accessibility trees as they are now' },
    language: {
      type: 'string',
      value: 'code',
      default: 'en',
      help: `language of the page: ${SPOKEN.join(', ')}. The last two are pseudo languages, in which texts without a translation and texts that are cut off are faults`,
    },
    directory: { type: 'string', value: 'path', default: PICTURES, help: 'where the pictures go' },
  },
  example: 'npm run web:look -- inbox topic --axe',
});

/** Scenes at a time: as many as CI machines have cores. */
const LANES = 2;

const unknown = positionals.find((name) => scenes.every((scene) => scene.name !== name));
if (unknown !== undefined) fail(`There is no scene ${unknown}.`);
if (!SPOKEN.includes(options.language)) fail(`There is no language ${options.language}.`);
const speech = speechOf(options.language);
const chosen = positionals.length === 0 ? scenes : scenes.filter(({ name }) => positionals.includes(name));
const takesPictures = !options.short && (speech.code === 'en' || options.directory !== PICTURES);
const directory = takesPictures ? path.resolve(options.directory) : undefined;
const missingFont = takesPictures ? missingEmojiFont() : undefined;
if (missingFont !== undefined) fail(missingFont);
if (directory !== undefined) mkdirSync(directory, { recursive: true });

const pictures = new Map<Sitting, readonly TakenPicture[]>();
const failed = new Set<Scene>();
await ensureBuilt(console.log);
const stage = await openFrozenStage(await prepareSample());
await chooseLanguage(stage.cast, speech);
const browser = await openBrowser();
const sittings = chosen.flatMap(sittingsOf);
try {
  const queue = [...sittings];
  await Promise.all(Array.from({ length: LANES }, () => work(queue)));
  if (directory !== undefined) await finishPictures(directory);
} finally {
  await browser.close();
  await stage.close();
}
console.log(`look: ${chosen.length - failed.size} of ${chosen.length} scenes passed`);
process.exit(failed.size === 0 ? 0 : 1);

async function work(queue: Sitting[]): Promise<void> {
  for (let sitting = queue.shift(); sitting !== undefined; sitting = queue.shift()) {
    const { scene } = sitting;
    const taken = await takeScene(browser, stage, sitting, {
      directory,
      checksAxe: options.axe,
      acceptsTree: options.accept,
      speech,
    });
    pictures.set(sitting, taken.pictures);
    if (taken.findings.length > 0) failed.add(scene);
    for (const { look, text } of taken.findings) console.log(`${scene.name} (${look}): ${text}`);
  }
}

/** The looks of a scene by screen; with `--axe`, all three themes of a desktop. */
function sittingsOf(scene: Scene, index: number): Sitting[] {
  if (options.phone) return looksOf(scene).includes(PHONE) ? [{ scene, looks: [PHONE] }] : [];
  if (options.short) return [{ scene, looks: [LIGHT, index % 2 === 0 ? DARK : CONTRAST] }];
  const screens = Map.groupBy(new Set(wantedLooks(scene)), ({ viewport }) => viewport);
  return [...screens.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ scene, looks: [first, ...rest] }],
  );
}

/** Colors are those of English in all languages. */
function wantedLooks(scene: Scene): readonly Look[] {
  if (speech.code !== 'en') return [LIGHT, ...looksOf(scene).filter(({ viewport }) => viewport === 'phone')];
  return [...(options.axe ? [LIGHT, DARK, CONTRAST] : []), ...looksOf(scene)];
}

/** Keeps the pictures small and puts them on one page. */
async function finishPictures(home: string): Promise<void> {
  const taken = sittings.flatMap((sitting) => pictures.get(sitting) ?? []);
  const files = taken.map(({ file }) => path.join(home, file));
  await reducePictures(files);
  if (positionals.length > 0) return;
  await writeContactSheet(browser, home, taken);
  await reducePictures([path.join(home, 'contact-sheet.png')]);
}
