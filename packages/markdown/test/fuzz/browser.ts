import { fileURLToPath } from 'node:url';
import { chromiumOptions } from '@parley/test-support/chromium.ts';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import type { RenderResult } from '../../src/result.ts';

/** Renders texts in a real browser, from the same sources bundled for it. */
export async function renderInBrowser(texts: readonly string[]): Promise<RenderResult[]> {
  const program = await bundled(fileURLToPath(new URL('browser-entry.ts', import.meta.url)));
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ content: program });
    return await page.evaluate((texts) => (globalThis as unknown as Page).renderAll(texts), texts);
  } finally {
    await browser.close();
  }
}

type Page = {
  renderAll: (texts: readonly string[]) => RenderResult[];
};

async function bundled(entry: string): Promise<string> {
  const build = await rolldown({ input: entry, platform: 'browser' });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}
