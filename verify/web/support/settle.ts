import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';

const QUIET_MS = 300;
const MAX_WAIT_MS = 12_000;

/** Requests of a page that have no response yet; long polls do not count. */
const inFlight = new WeakMap<Page, Set<unknown>>();

/** Counts the requests of a page from now on. */
export function countRequests(page: Page): void {
  const open = new Set<unknown>();
  inFlight.set(page, open);
  page.on('request', (request) => {
    if (!/\/json\/events\?/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

/** Waits until every request has its response. The next page repeats a change of which this one did not learn the result. */
export async function answered(page: Page): Promise<void> {
  // Requests that the page has sent are told before this answer.
  await page.evaluate(() => undefined);
  await eventually(async () => {
    if ((inFlight.get(page)?.size ?? 0) > 0) throw new Error('Requests of the page have no response.');
  });
}

/** Waits until the page is loaded, asks for nothing and has not changed for a moment. */
export async function settle(page: Page): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS;
  do await waitForQuiet(page);
  while (
    performance.now() < end &&
    ((inFlight.get(page)?.size ?? 0) > 0 || (await page.locator('[aria-busy="true"]').count()) > 0)
  );
}

async function waitForQuiet(page: Page): Promise<void> {
  await page.evaluate(async (quiet) => {
    await document.fonts.ready;
    const images = [...document.images].filter((image) => !image.complete && image.loading !== 'lazy');
    await Promise.all(images.map((image) => image.decode().catch(() => {})));
    await new Promise<void>((resolve) => {
      let timer = setTimeout(resolve, quiet);
      const observer = new MutationObserver(() => {
        clearTimeout(timer);
        timer = setTimeout(resolve, quiet);
      });
      observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
      // A page that never rests, such as one with a running clock, must not hold the scene.
      setTimeout(resolve, quiet * 10);
    });
  }, QUIET_MS);
}
