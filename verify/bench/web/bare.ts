import type { Page } from 'playwright-core';
import { openProfile, type WebStage } from './stage.ts';
import { metricsOf, openMeter, SELDOM, workSince, type Asked, type Visit, type Work } from './visit.ts';

/** Time of the same requests as bare fetches: the page, its assets at once, then the data one after another. */
export async function bareFetches(stage: WebStage, asked: readonly Asked[]): Promise<number> {
  const context = await openProfile(stage, true);
  try {
    const page = await context.newPage();
    await page.route(`${stage.url}/bare`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(`${stage.url}/bare`);
    return await page.evaluate(fetchAll, asked);
  } finally {
    await context.close();
  }
}

/** Runs in a page of the same origin. */
async function fetchAll(asked: readonly Asked[]): Promise<number> {
  const get = async ({ method, url, body }: Asked): Promise<void> => {
    const response = await fetch(url, {
      method,
      body,
      cache: 'no-store',
      headers: {
        'x-parley': 'web',
        ...(body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
    await response.arrayBuffer();
  };
  const assets = asked.filter(({ url }) => url.includes('/assets/'));
  const data = asked.filter(({ url }) => url.includes('/json/'));
  const begun = performance.now();
  await get({ method: 'GET', url: '/', body: null });
  await Promise.all(assets.map(get));
  for (const one of data) await get(one);
  return performance.now() - begun;
}

/** A page with the same elements and styles, and no script. */
export async function openBarePage(stage: WebStage, visit: Visit): Promise<Page> {
  const html = await visit.page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement;
    for (const one of copy.querySelectorAll('script, link[rel=modulepreload], meta[http-equiv]'))
      one.remove();
    return `<!doctype html>${copy.outerHTML}`;
  });
  const context = await stage.browser.newContext({
    viewport: { width: 1360, height: 860 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.route(`${stage.url}/bare`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  );
  await page.goto(`${stage.url}/bare`);
  return page;
}

/** A load of the bare page until its first paint. */
export async function loadBare(page: Page): Promise<{ readonly ms: number; readonly work: Work }> {
  const meter = await openMeter(page);
  const before = (await metricsOf(meter, false)).work;
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0, undefined, SELDOM);
  const work = workSince(before, (await metricsOf(meter, false)).work);
  await meter.detach();
  const ms = await page.evaluate(
    () =>
      performance.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint')
        ?.startTime ?? 0,
  );
  return { ms, work };
}
