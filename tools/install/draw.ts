import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import type { Page } from 'playwright-core';
import { ICONS } from '../../packages/web/src/parts/icons.ts';
import { openBrowser } from '../../verify/web/support/browser.ts';

const { values: options } = readCommandLine({
  name: 'npm run web:install-pictures',
  summary: 'Draws the icons and screenshots with which the web client is installed.',
  options: {
    from: {
      type: 'string',
      value: 'path',
      default: 'docs/images/web',
      help: 'where the pictures of scenes are',
    },
  },
  example: 'npm run web:install-pictures',
});

const PUBLIC = path.resolve(import.meta.dirname, '../../packages/web/public');

const GROUND = '#315d61';
const SIGN = `
  <path fill="#e0eeeb" d="M136 160h168a24 24 0 0 1 24 24v72a24 24 0 0 1-24 24h-96l-48 48v-48h-24a24 24 0 0 1-24-24v-72a24 24 0 0 1 24-24z"/>
  <path fill="#a8c3bd" d="M352 220h24a24 24 0 0 1 24 24v72a24 24 0 0 1-24 24h-12v42l-42-42h-78a24 24 0 0 1-24-24h84a48 48 0 0 0 48-48z"/>`;

type Drawing = { readonly file: string; readonly size: number; readonly svg: string };

/** The sign in the middle, so many times as large as in the zone that every mask leaves. */
function sign(scale: number): string {
  return `<g transform="translate(256 256) scale(${scale}) translate(-256 -271)">${SIGN}</g>`;
}

function square(content: string, radius: number): string {
  return `<rect width="512" height="512" rx="${radius}" fill="${GROUND}"/>${content}`;
}

function shortcut(name: keyof typeof ICONS): string {
  const strokes = `fill="none" stroke="#e0eeeb" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"`;
  return square(`<g transform="translate(116 116) scale(14)" ${strokes}><path d="${ICONS[name]}"/></g>`, 256);
}

const DRAWINGS: readonly Drawing[] = [
  ...[192, 512].flatMap((size) => [
    { file: `icon-${size}.png`, size, svg: square(sign(1.35), 104) },
    { file: `install/maskable-${size}.png`, size, svg: square(sign(1), 0) },
  ]),
  { file: 'apple-touch-icon.png', size: 180, svg: square(sign(1.3), 0) },
  // Android shows the shape of a badge alone.
  { file: 'install/badge-96.png', size: 96, svg: sign(1.6).replaceAll(/fill="#\w+"/g, 'fill="#fff"') },
  { file: 'install/shortcut-new-96.png', size: 96, svg: shortcut('pencil') },
  { file: 'install/shortcut-inbox-96.png', size: 96, svg: shortcut('inbox') },
  { file: 'install/shortcut-search-96.png', size: 96, svg: shortcut('search') },
];

/** Scenes that the browser shows before it installs the client. */
const SCREENSHOTS = ['inbox-phone', 'topic-phone', 'channels-phone', 'inbox-light', 'topic-dark'];

mkdirSync(path.join(PUBLIC, 'install'), { recursive: true });
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  for (const drawing of DRAWINGS) await draw(page, drawing);
  for (const name of SCREENSHOTS) await compress(page, name);
} finally {
  await browser.close();
}

async function draw(page: Page, { file, size, svg }: Drawing): Promise<void> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0}svg{display:block}</style><svg viewBox="0 0 512 512" width="${size}" height="${size}">${svg}</svg>`,
  );
  await page.screenshot({ path: path.join(PUBLIC, file), omitBackground: true });
  console.log(`drawn: ${file}`);
}

/** A picture of a scene in a form of a fifth of its bytes. */
async function compress(page: Page, name: string): Promise<void> {
  const picture = readFileSync(path.join(options.from, `${name}.png`)).toString('base64');
  const packed = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.82).split(',')[1] ?? '';
  }, picture);
  writeFileSync(path.join(PUBLIC, `install/${name}.webp`), Buffer.from(packed, 'base64'));
  console.log(`compressed: install/${name}.webp`);
}
