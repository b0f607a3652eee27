import { chromiumOptions } from '@parley/test-support/chromium.ts';
import { chromium, type Page } from 'playwright-core';

/** Runs a function with a page of Chromium. */
export async function withPage<T>(work: (page: Page, version: string) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(chromiumOptions());
  try {
    return await work(await browser.newPage(), browser.version());
  } finally {
    await browser.close();
  }
}
