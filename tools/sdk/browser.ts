import { execFileSync } from 'node:child_process';
import { chromium, type Page } from 'playwright-core';

/** Runs a function with a page of Chromium. */
export async function withPage<T>(work: (page: Page, version: string) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({
    executablePath: execFileSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).trim(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
  });
  try {
    return await work(await browser.newPage(), browser.version());
  } finally {
    await browser.close();
  }
}
