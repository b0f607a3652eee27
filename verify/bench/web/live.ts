import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { named, type Row, type PageSide } from './row.ts';
import type { WebStage } from './stage.ts';
import { openVisit, perStep, workSince, type Visit, type Work } from './visit.ts';

const PER_SECOND = 100;
const AT_ONCE = 8;
/** Longer than the page works behind its start. */
const SETTLED_MS = 3_000;

type Watching = { benchTasks: number[] };

/** Measures the cost of messages in all channels for a page that shows a conversation of one. */
export async function liveEvents(side: PageSide, events: number): Promise<Row[]> {
  const { stage } = side;
  const visit = await openVisit(stage);
  try {
    await visit.go(stage.places[0] ?? '');
    const { events: before = 0 } = await visit.untilLive();
    await visit.page.waitForTimeout(SETTLED_MS);
    await visit.page.evaluate(watchTasks);
    const idle = await workWhileIdle(visit, (events / PER_SECOND) * 1_000);
    const { work } = await visit.metrics();
    await writeEverywhere(stage, events);
    await visit.untilApplied(before + events);
    const each = perStep(idle, workSince(work, (await visit.metrics()).work), events);
    const tasks = await visit.page.evaluate(() => (globalThis as unknown as Watching).benchTasks);
    return [
      {
        what: named(`a live message, ${stage.channelIds.length} channels, ${PER_SECOND}/s`, side),
        budget: '1 busy',
        measured: '',
        work: each,
      },
      {
        what: named('tasks above 50 ms, longest', side),
        budget: '0',
        measured: `${tasks.length}, ${Math.max(0, ...tasks).toFixed(0)}`,
      },
    ];
  } finally {
    await visit.close();
  }
}

/** Measures what a page does that was without a network while messages came, from the moment it is online again. */
export async function queuedEvents(side: PageSide, events: number): Promise<Row[]> {
  const { stage } = side;
  const visit = await openVisit(stage);
  try {
    await visit.go(stage.places[0] ?? '');
    await visit.untilLive();
    await visit.page.waitForTimeout(SETTLED_MS);
    await visit.context.setOffline(true);
    await visit.page
      .getByText(/Working offline/)
      .filter({ visible: true })
      .waitFor();
    const { events: before = 0 } = await visit.untilLive();
    await visit.page.evaluate(watchTasks);
    await writeEverywhere(stage, events);
    const { events: meanwhile = 0 } = await visit.untilLive();
    if (meanwhile > before) throw new Error('The page heard events without a network.');
    const { work } = await visit.metrics();
    await visit.context.setOffline(false);
    await visit.untilApplied(before + events);
    const whole = workSince(work, (await visit.metrics()).work);
    const tasks = await visit.page.evaluate(() => (globalThis as unknown as Watching).benchTasks);
    return [
      {
        what: named(`${events} queued events, ${stage.channelIds.length} channels`, side),
        budget: '',
        measured: '',
        work: whole,
      },
      {
        what: named('their tasks above 50 ms, longest', side),
        budget: '0',
        measured: `${tasks.length}, ${Math.max(0, ...tasks).toFixed(0)}`,
      },
    ];
  } finally {
    await visit.close();
  }
}

async function workWhileIdle(visit: Visit, milliseconds: number): Promise<Work> {
  const { work } = await visit.metrics();
  await visit.page.waitForTimeout(milliseconds);
  return workSince(work, (await visit.metrics()).work);
}

/** Writes a tenth of the messages to the open conversation, and the others to all channels in turn. */
async function writeEverywhere({ writer, writesTo, channelIds }: WebStage, events: number): Promise<void> {
  const begun = performance.now();
  const send = async (n: number): Promise<void> => {
    const due = (n * 1_000) / PER_SECOND - (performance.now() - begun);
    if (due > 0) await new Promise((resolve) => setTimeout(resolve, due));
    const to = n % 10 === 0 ? writesTo.channelId : (channelIds[n % channelIds.length] ?? 0);
    const topic = n % 10 === 0 ? 'topic 200' : `topic ${n % 7}`;
    await writer.call(sendMessage, { type: 'channel', to, topic, content: `message ${n}` });
  };
  // Few at once: a busy machine writes more slowly, and none is refused.
  const writeSome = async (first: number): Promise<void> => {
    for (let n = first; n < events; n += AT_ONCE) await send(n);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => writeSome(n)));
}

/** Runs in the page. */
function watchTasks(): void {
  const tasks: number[] = [];
  (globalThis as unknown as Watching).benchTasks = tasks;
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe(
    {
      type: 'longtask',
    },
  );
}
