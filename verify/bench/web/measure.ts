import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { median, spread } from '../support/figures.ts';
import { bareFetches, barePaint, openBarePage } from './bare.ts';
import { p98, switchBareRows, switchPlaces, typeInto } from './interact.ts';
import type { WebStage } from './stage.ts';
import { openVisit, type Visit } from './visit.ts';

/** A row of the table. */
export type Row = {
  readonly what: string;
  readonly budget: string;
  readonly measured: string;
  /** Processor milliseconds of the main thread. */
  readonly busy?: number;
  readonly bare?: string;
  readonly ratio?: number;
};
export type Effort = { readonly rounds: number; readonly steps: number; readonly events: number };

const DOOR = '#app button';
const COMPOSER = 'textarea[aria-label="Message"]';
/** Longer than the disk waits. */
const FLUSH_WAIT_MS = 6_000;
const SETTLED_MS = 1_500;
/** Conversations whose rows stay in the page, and more than those. */
const KEPT = 2;

export async function coldStarts(stage: WebStage, { rounds }: Effort): Promise<Row[]> {
  return [
    await coldStart(stage, rounds, false, 'cold start to the log-in page', '', DOOR),
    await coldStart(stage, rounds, true, 'cold start to the first messages', stage.places[0] ?? ''),
  ];
}

async function coldStart(
  stage: WebStage,
  rounds: number,
  isLoggedIn: boolean,
  what: string,
  address: string,
  selector?: string,
): Promise<Row> {
  const [times, bares, busy]: number[][] = [[], [], []];
  for (let n = 0; n < rounds; n += 1) {
    const visit = await openVisit(stage, isLoggedIn);
    const { painted = 0 } = await visit.go(address, selector);
    const asked = visit.asked().filter(({ url }) => !/\/json\/(?:events|users)/.test(url));
    times?.push(painted);
    busy?.push(await visit.startBusy());
    await visit.close();
    bares?.push(await bareFetches(stage, asked));
  }
  return row(what, '1.5 × bare', times ?? [], bares ?? [], busy);
}

/** Everything that a reader does in one page, from its second start on. */
export async function warmPage(stage: WebStage, effort: Effort): Promise<Row[]> {
  const visit = await openVisit(stage);
  try {
    const [place = ''] = stage.places;
    await visit.go(place);
    await visit.untilLive();
    await visit.page.waitForTimeout(FLUSH_WAIT_MS);
    const rows = await warmStarts(stage, visit, place, effort.rounds);
    rows.push(await catchUp(stage, visit, place, effort.events));
    rows.push(...(await switches(stage, visit, effort.steps)));
    rows.push(...(await typing(stage, visit, effort.steps)));
    const { heapMegabytes, nodes } = await visit.metrics(true);
    rows.push({
      what: 'heap after all this, MB',
      budget: stage.users > 10_000 ? '250' : '80',
      measured: heapMegabytes.toFixed(1),
    });
    rows.push({ what: 'nodes', budget: '45,000', measured: String(nodes) });
    return rows;
  } finally {
    await visit.close();
  }
}

async function warmStarts(stage: WebStage, visit: Visit, place: string, rounds: number): Promise<Row[]> {
  const [times, lives, busy]: number[][] = [[], [], []];
  let requests: readonly string[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const { painted = 0 } = await visit.go(place);
    times?.push(painted);
    const { live = 0 } = await visit.untilLive();
    lives?.push(live);
    busy?.push(await visit.startBusy());
    await visit.page.waitForTimeout(SETTLED_MS);
    requests = visit.asked().flatMap(({ url }) => /\/json(\/[^?]*)/.exec(url)?.[1] ?? []);
  }
  const bare = await openBarePage(stage, visit);
  const bares: number[] = [];
  for (let n = 0; n < rounds; n += 1) bares.push(await barePaint(bare));
  await bare.context().close();
  const limit = stage.users > 10_000 ? '400' : stage.users >= 1_000 ? '250' : '200';
  return [
    row('warm start to the last conversation', limit, times ?? [], bares, busy),
    { what: 'warm start until current', budget: '', measured: spread(lives ?? [], 0) },
    {
      what: `requests of a warm start: ${requests.join(' ')}`,
      budget: '1 and a report of presence',
      measured: String(requests.length),
    },
  ];
}

/** A start behind messages that were sent in the meantime. */
async function catchUp(stage: WebStage, visit: Visit, place: string, events: number): Promise<Row> {
  await visit.page.goto('about:blank');
  const { channelId, topic } = stage.writesTo;
  for (let n = 0; n < events; n += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, events - n) }, (_, k) =>
        stage.writer.call(sendMessage, {
          type: 'channel',
          to: channelId,
          topic,
          content: `message ${n + k} of those that were missed`,
        }),
      ),
    );
  await visit.go(place);
  const { applied = 0 } = await visit.untilApplied(events);
  const begun = await visit.page.evaluate(
    () =>
      performance.getEntriesByType('resource').find(({ name }) => name.includes('/json/events'))?.startTime ??
      0,
  );
  const milliseconds = applied - begun;
  return {
    what: `catch-up of ${events} events, from the request on`,
    budget: '250 for 3,000',
    measured: `${milliseconds.toFixed(0)} (${((1_000 * events) / milliseconds).toFixed(0)} events/s)`,
  };
}

async function switches(stage: WebStage, visit: Visit, steps: number): Promise<Row[]> {
  await switchPlaces(visit, stage.places, stage.places.length);
  const cached = await switchPlaces(visit, stage.places, steps);
  await switchPlaces(visit, stage.places.slice(0, KEPT), KEPT);
  const kept = await switchPlaces(visit, stage.places.slice(0, KEPT), steps);
  const bare = await openBarePage(stage, visit);
  const bares = await switchBareRows(bare, steps);
  await bare.context().close();
  return [
    row('switch to a kept conversation', '8 busy', kept.times, bares, [kept.busy]),
    row('switch to a cached conversation', '50, 1.3 × bare', cached.times, bares, [cached.busy]),
  ];
}

async function typing(stage: WebStage, visit: Visit, steps: number): Promise<Row[]> {
  await visit.page.locator(COMPOSER).first().waitFor();
  const keys = await typeInto(visit.page, COMPOSER, steps);
  const bare = await openBarePage(stage, visit);
  const bares = await typeInto(bare, COMPOSER, steps);
  await bare.context().close();
  return [
    {
      what: 'key to paint, p98',
      budget: '24',
      measured: `${p98(keys).toFixed(0)} (p50 ${median(keys).toFixed(0)})`,
      bare: `${p98(bares).toFixed(0)} (p50 ${median(bares).toFixed(0)})`,
      ratio: median(keys) / median(bares),
    },
  ];
}

function row(
  what: string,
  budget: string,
  times: readonly number[],
  bares: readonly number[],
  busy: readonly number[] = [],
): Row {
  return {
    what,
    budget,
    measured: spread(times, 0),
    ...(busy.length === 0 ? {} : { busy: median(busy) }),
    bare: spread(bares, 0),
    ratio: median(times) / median(bares),
  };
}
