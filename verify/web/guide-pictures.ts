import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { reducePictures } from '@parley/test-support/reduce-pictures.ts';
import { ensureBuilt } from '../../packages/web/build/ensure-built.ts';
import { GUIDE_PICTURES, neededPictures, type GuidePicture } from './guide/needed-pictures.ts';
import { missingEmojiFont } from './look/emoji-font.ts';
import { speechOf } from './languages/speech.ts';
import { takeScene } from './look/take-scene.ts';
import { scenes } from './scenes/all.ts';
import { GUIDE, PHONE, type Scene } from './scenes/scene.ts';
import { openBrowser } from './support/browser.ts';
import { prepareSample } from './support/sample.ts';
import { openFrozenStage } from './support/stage.ts';

const {
  values: options,
  positionals,
  fail: refuse,
} = readCommandLine({
  name: 'npm run guide:pictures',
  summary: 'Takes the pictures that the pages of the user guide name, each from the scene of its name.',
  positionals: { 'picture …': 'pictures to take; all that a page names if none is given' },
  options: {
    check: {
      type: 'boolean',
      default: false,
      help: 'write nothing; list the pictures that would change, and fail if there are any',
    },
  },
  example: 'npm run guide:pictures -- inbox topic-phone',
});

const missingFont = missingEmojiFont();
if (missingFont !== undefined) refuse(missingFont);
const chosen = neededPictures().filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const taking = mkdtempSync(path.join(tmpdir(), 'parley-guide-'));
const different: string[] = [];
const failed: string[] = [];
await ensureBuilt(console.log);
const stage = await openFrozenStage(await prepareSample());
const browser = await openBrowser();
try {
  for (const picture of chosen) await take(picture);
} finally {
  await browser.close();
  await stage.close();
  rmSync(taking, { recursive: true, force: true });
}
console.log(`guide: ${chosen.length} pictures, ${different.length} differ from those in the repository`);
process.exit(failed.length > 0 || (options.check && different.length > 0) ? 1 : 0);

async function take({ name, scene: sceneName, isPhone }: GuidePicture): Promise<void> {
  const known = scenes.find((scene) => scene.name === sceneName);
  if (known === undefined) return fail(name, `there is no scene ${sceneName}`);
  const look = isPhone ? PHONE : GUIDE;
  const scene: Scene = { ...known, looks: [look] };
  const { pictures, findings } = await takeScene(
    browser,
    stage,
    { scene, looks: [look] },
    { directory: taking, checksAxe: false, acceptsTree: false, speech: speechOf('en') },
  );
  for (const { text } of findings) fail(name, text);
  for (const { file } of pictures) await keep(name, path.join(taking, file));
}

async function keep(name: string, taken: string): Promise<void> {
  await reducePictures([taken]);
  const kept = path.join(GUIDE_PICTURES, `${name}.png`);
  if (isSame(taken, kept)) return;
  different.push(name);
  console.log(`${name} is new`);
  if (options.check) return;
  mkdirSync(GUIDE_PICTURES, { recursive: true });
  copyFileSync(taken, kept);
}

function isSame(taken: string, kept: string): boolean {
  try {
    return readFileSync(taken).equals(readFileSync(kept));
  } catch {
    return false;
  }
}

function fail(name: string, text: string): void {
  failed.push(name);
  console.log(`${name}: ${text}`);
}
