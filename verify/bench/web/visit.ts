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
export type Metrics = {
  /** Processor milliseconds of the main thread. */
  readonly busy: number;
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
  /** Processor milliseconds of the main thread since the navigation began. */
  readonly startBusy: () => Promise<number>;
  readonly metrics: (isCollected?: boolean) => Promise<Metrics>;
  readonly close: () => Promise<void>;
};

type Measured = { benchMarks: Record<string, number>; benchSelector: string };

/** Rows of messages, which are the content that a reader waits for. */
export const MESSAGE = '.lframe:not([data-hidden]) article[data-id]';

/** Opens a page that notes when it painted its content and when its data were current. */
export async function openVisit(stage: WebStage, isLoggedIn = true): Promise<Visit> {
  const context = await openProfile(stage, isLoggedIn);
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let asked: Asked[] = [];
  let before: Metrics | undefined;
  context.on('request', (request) => {
    if (request.url().startsWith(stage.url))
      asked.push({ method: request.method(), url: request.url(), body: request.postData() });
  });
  const marks = (): Promise<Marks> =>
    page.evaluate(() => (globalThis as unknown as Measured).benchMarks as Marks);
  const until = async (name: keyof Marks): Promise<Marks> => {
    await page.waitForFunction((key) => key in (globalThis as unknown as Measured).benchMarks, name);
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
      );
      return marks();
    },
    startBusy: async () => {
      const { busy } = await metricsOf(session, false);
      // A page in a new process starts to count from nothing.
      return busy < (before?.busy ?? 0) ? busy : busy - (before?.busy ?? 0);
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

async function metricsOf(session: CDPSession, isCollected: boolean): Promise<Metrics> {
  if (isCollected) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    busy: value('TaskDuration') * 1_000,
    heapMegabytes: value('JSHeapUsedSize') / 1e6,
    nodes: value('Nodes'),
  };
}
