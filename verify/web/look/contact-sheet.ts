import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';

export type TakenPicture = { readonly scene: string; readonly look: string; readonly file: string };

const THUMBNAIL_HEIGHT_PX = 170;

/** Writes all pictures on one page, as HTML and as a picture. */
export async function writeContactSheet(
  browser: Browser,
  directory: string,
  pictures: readonly TakenPicture[],
): Promise<void> {
  const html = sheetOf(pictures);
  writeFileSync(path.join(directory, 'index.html'), html);
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  await page.goto(`file://${path.join(directory, 'index.html')}`);
  await page.screenshot({ path: path.join(directory, 'contact-sheet.png'), fullPage: true });
  await page.close();
}

function sheetOf(pictures: readonly TakenPicture[]): string {
  const scenes = Map.groupBy(pictures, ({ scene }) => scene);
  const rows = [...scenes].map(
    ([scene, taken]) =>
      `<section><h2>${scene}</h2><div>${taken
        .map(
          ({ look, file }) =>
            `<figure><a href="${file}"><img src="${file}" height="${THUMBNAIL_HEIGHT_PX}" alt="${scene}, ${look}"></a><figcaption>${look}</figcaption></figure>`,
        )
        .join('')}</div></section>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Scenes of the web client</title><style>
body { margin: 16px; font: 14px system-ui, sans-serif; background: #ddd; }
section { margin-block-end: 12px; }
h2 { margin: 0 0 4px; font-size: 14px; }
section > div { display: flex; flex-wrap: wrap; gap: 8px; }
figure { margin: 0; }
img { display: block; border: 1px solid #999; }
figcaption { font-size: 12px; color: #333; }
</style></head><body>
${rows.join('\n')}
</body></html>
`;
}
