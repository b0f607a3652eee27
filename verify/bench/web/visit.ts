import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { openProfile, type WebStage } from './stage.ts';

/** Moments of a page, in milliseconds since its navigation began. */
export type Marks = {
  readonly painted?: number;
  readonly started?: number;
  readonly live?: number;
  /** Events that were applied, and when the last of them were. */
  readonly events?: number;
  readonly applied?: number;
};
/** Processor milliseconds of the main thread: all, and those of scripts, style and layout; most of the rest is painting. */
export type Work = {
  readonly busy: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
};
export type Metrics = {
  readonly work: Work;
  readonly heapMegabytes: number;
  readonly nodes: number;
};
export type Asked = {
  readonly method: string;
  readonly url: string;
  readonly body: string | null;
};
export type Visit = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Requests to the server since the last navigation. */
  readonly asked: () => readonly Asked[];
  readonly go: (address: string, selector?: string) => Promise<Marks>;
  readonly untilLive: () => Promise<Marks>;
  /** Waits until so many events were applied. */
  readonly untilApplied: (events: number) => Promise<Marks>;
  /** Work since the navigation began. */
  readonly startWork: () => Promise<Work>;
  readonly metrics: (isCollected?: boolean) => Promise<Metrics>;
  readonly close: () => Promise<void>;
};

type Measured = { benchMarks: Record<string, number>; benchSelector: string };

/** The default asks in each frame, and would be a part of what is measured. */
export const SELDOM = { polling: 50 };

/** Rows of messages, which are the content that a reader waits for. */
export const MESSAGE = '[data-list]:not([data-hidden]) article[data-id]';

/** Opens a page that notes when it painted its content and when its data were current. */
export async function openVisit(
  stage: WebStage,
  { isLoggedIn = true, isSlow = false }: { readonly isLoggedIn?: boolean; readonly isSlow?: boolean } = {},
): Promise<Visit> {
  const context = await openProfile(stage, isLoggedIn);
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  const session = await openMeter(page);
  if (isSlow) await slowDown(session);
  let asked: Asked[] = [];
  let before: Metrics | undefined;
  context.on('request', (request) => {
    if (request.url().startsWith(stage.url))
      asked.push({ method: request.method(), url: request.url(), body: request.postData() });
  });
  const marks = (): Promise<Marks> =>
    page.evaluate(() => (globalThis as unknown as Measured).benchMarks as Marks);
  const until = async (name: keyof Marks): Promise<Marks> => {
    await page.waitForFunction((key) => key in (globalThis as unknown as Measured).benchMarks, name, SELDOM);
    return marks();
  };
  return {
    context,
    page,
    asked: () => asked,
    go: async (address, selector = MESSAGE) => {
      await page.goto('about:blank');
      before = await metricsOf(session, false);
      await page.addInitScript((text) => {
        (globalThis as unknown as Measured).benchSelector = text;
      }, selector);
      asked = [];
      await page.goto(`${stage.url}/${address}`, { waitUntil: 'commit' });
      return until('painted');
    },
    untilLive: () => until('live'),
    untilApplied: async (events) => {
      await page.waitForFunction(
        (wanted) => ((globalThis as unknown as Measured).benchMarks['events'] ?? 0) >= wanted,
        events,
        SELDOM,
      );
      return marks();
    },
    startWork: async () => {
      const { work } = await metricsOf(session, false);
      return before === undefined ? work : workSince(before.work, work);
    },
    metrics: (isCollected = false) => metricsOf(session, isCollected),
    close: () => context.close(),
  };
}

/** Runs in the page before its own code. */
function watchPage(): void {
  const marks: Record<string, number> = {};
  const measured = globalThis as unknown as Measured;
  measured.benchMarks = marks;
  const note = (name: string): void => {
    marks[name] ??= performance.now();
  };
  const observer = new MutationObserver(() => {
    if (document.querySelector(measured.benchSelector) === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const afterPaint = new MessageChannel();
      afterPaint.port1.addEventListener('message', () => note('painted'));
      afterPaint.port1.start();
      afterPaint.port2.postMessage(0);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('parley-started', (event) => {
    note('started');
    const { link, onBatch } = (event as CustomEvent<StartedChat>).detail;
    onBatch((batch) => {
      marks['events'] = (marks['events'] ?? 0) + (batch.events?.length ?? 0);
      marks['applied'] = performance.now();
    });
    const look = (): void => {
      if (link.get().status === 'live') note('live');
    };
    look();
    link.subscribe(look);
  });
}

type StartedChat = {
  readonly onBatch: (listener: (batch: { readonly events?: readonly unknown[] }) => void) => void;
  readonly link: { get(): { readonly status: string }; subscribe(listener: () => void): void };
};

/** Counts the work of a page from now on. */
export async function openMeter(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** A quarter of the processor, and the network of a telephone far from its mast. */
async function slowDown(session: CDPSession): Promise<void> {
  const bytesPerSecond = 1_600_000 / 8;
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

/** Work between two readings; a page in a new process starts to count from nothing. */
export function workSince(before: Work, after: Work): Work {
  if (after.busy < before.busy) return after;
  return {
    busy: after.busy - before.busy,
    script: after.script - before.script,
    style: after.style - before.style,
    layout: after.layout - before.layout,
  };
}

/** The share of each of so many steps. */
export function perStep(before: Work, after: Work, count: number): Work {
  const { busy, script, style, layout } = workSince(before, after);
  return { busy: busy / count, script: script / count, style: style / count, layout: layout / count };
}

export async function metricsOf(session: CDPSession, isCollected: boolean): Promise<Metrics> {
  if (isCollected) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    work: {
      busy: value('TaskDuration') * 1_000,
      script: value('ScriptDuration') * 1_000,
      style: value('RecalcStyleDuration') * 1_000,
      layout: value('LayoutDuration') * 1_000,
    },
    heapMegabytes: value('JSHeapUsedSize') / 1e6,
    nodes: value('Nodes'),
  };
}
