import { readFile } from 'node:fs/promises';
import { openView } from '../support/app.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const WORDS = 'the comet is mine';

/** A user asks for everything stored about them, and downloads the archive when it is ready. */
export const exportOwnData: Journey = {
  name: 'export-own-data',
  run: async ({ stage: { cast }, visit }) => {
    await say(cast, 'Chen', 'dome', 'night plan', WORDS);
    const { page } = await visit({ user: 'Chen' });
    await openView(page, '#settings/account');
    const data = page.locator('[data-setting="own-data"]');
    await data.getByRole('button', { name: 'Export' }).click();
    const button = data.getByRole('button', { name: 'Download' });
    await button.waitFor();
    const downloading = page.waitForEvent('download');
    await button.click();
    const download = await downloading;
    if (!/^my-data-\d+\.tar$/.test(download.suggestedFilename()))
      throw new Error(`The archive is called ${download.suggestedFilename()}.`);
    const archive = await readFile(await download.path());
    for (const text of ['index.html', 'data.json', WORDS])
      if (!archive.includes(text)) throw new Error(`The archive lacks ${text}.`);
  },
};
