import type { Page } from 'playwright-core';
import { quantile } from '../support/figures.ts';
import { metricsOf, openMeter, perStep, type Visit, type Work } from './visit.ts';

/** Milliseconds until the paint, and the work for each. */
export type Steps = { readonly times: readonly number[]; readonly work: Work };

/** Opens the places one after another, as a click on a link does. */
export async function switchPlaces(visit: Visit, places: readonly string[], count: number): Promise<Steps> {
  const before = (await visit.metrics()).work;
  const times: number[] = [];
  for (let n = 0; n < count; n += 1)
    times.push(await visit.page.evaluate(switchTo, places[n % places.length] ?? ''));
  return { times, work: perStep(before, (await visit.metrics()).work, count) };
}

/** Runs in the page; resolves after the paint of the rows of the place. */
function switchTo(address: string): Promise<number> {
  const name = decodeURIComponent((address.split('/').at(-1) ?? '').replaceAll('.', '%'));
  const begun = performance.now();
  history.pushState(null, '', address);
  dispatchEvent(new HashChangeEvent('hashchange'));
  return new Promise((resolve) => {
    const look = (): void => {
      const feed = document.querySelector('[data-list]:not([data-hidden]) [role=feed]');
      const isShown = feed?.getAttribute('aria-label')?.endsWith(`› ${name}`) === true;
      if (!isShown || feed?.querySelector('article[data-id]') === null) {
        requestAnimationFrame(look);
        return;
      }
      const afterPaint = new MessageChannel();
      afterPaint.port1.addEventListener('message', () => resolve(performance.now() - begun));
      afterPaint.port1.start();
      afterPaint.port2.postMessage(0);
    };
    requestAnimationFrame(look);
  });
}

/** Replaces the rows of a bare list, back and forth between two halves. */
export async function switchBareRows(page: Page, count: number): Promise<Steps> {
  const meter = await openMeter(page);
  const before = (await metricsOf(meter, false)).work;
  const times = await page.evaluate(replaceRows, count);
  return { times, work: perStep(before, (await metricsOf(meter, false)).work, count) };
}

/** Runs in the bare page. */
async function replaceRows(total: number): Promise<number[]> {
  const feed = document.querySelector('[data-list]:not([data-hidden]) [role=feed]') ?? document.body;
  const rows = [...feed.children].map(({ outerHTML }) => outerHTML).slice(0, 25);
  const times: number[] = [];
  for (let n = 0; n < total; n += 1) {
    const begun = performance.now();
    feed.innerHTML = (n % 2 === 0 ? rows : rows.toReversed()).join('');
    times.push(
      await new Promise((resolve) => {
        requestAnimationFrame(() => {
          const afterPaint = new MessageChannel();
          afterPaint.port1.addEventListener('message', () => resolve(performance.now() - begun));
          afterPaint.port1.start();
          afterPaint.port2.postMessage(0);
        });
      }),
    );
  }
  return times;
}

/** Types into a field; 98 of 100 keys are painted within the result. */
export async function typeInto(page: Page, selector: string, count: number): Promise<readonly number[]> {
  await page.locator(selector).first().focus();
  await page.evaluate(watchKeys);
  for (let n = 0; n < count; n += 1) await page.keyboard.press('abcde '.charAt(n % 6) || 'a');
  await page.waitForFunction(
    (wanted) => (globalThis as unknown as { benchKeys: number[] }).benchKeys.length >= wanted,
    count,
  );
  return page.evaluate(() => (globalThis as unknown as { benchKeys: number[] }).benchKeys);
}

/** Runs in the page. */
function watchKeys(): void {
  const keys: number[] = [];
  (globalThis as unknown as { benchKeys: number[] }).benchKeys = keys;
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const afterPaint = new MessageChannel();
        afterPaint.port1.addEventListener('message', () => keys.push(performance.now() - timeStamp));
        afterPaint.port1.start();
        afterPaint.port2.postMessage(0);
      });
    },
    { capture: true },
  );
}

export function p98(times: readonly number[]): number {
  return quantile(times, 0.98);
}
