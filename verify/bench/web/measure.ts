import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { median } from '../support/figures.ts';
import { openBarePage } from './bare.ts';
import { p98, switchBareRows, switchPlaces, typeInto, type Steps } from './interact.ts';
import { inTurns, named, rowsOf, type Row, type Sample, type PageSide } from './row.ts';
import { warmStarts } from './starts.ts';
import { openVisit, type Visit } from './visit.ts';

export type Effort = { readonly rounds: number; readonly steps: number; readonly events: number };

type OpenSide = PageSide & { readonly visit: Visit };

const COMPOSER = 'textarea[aria-label="Message"]';
/** Longer than the disk waits. */
const FLUSH_WAIT_MS = 6_000;
/** Conversations whose rows stay in the page, and more than those. */
const KEPT = 2;

/** Everything that a reader does in one page, from its second start on. */
export async function warmPages(sides: readonly PageSide[], effort: Effort): Promise<Row[]> {
  const open: OpenSide[] = [];
  try {
    for (const side of sides) {
      const visit = await openVisit(side.stage);
      open.push({ ...side, visit });
      await visit.go(side.stage.places[0] ?? '');
      await visit.untilLive();
      await visit.page.waitForTimeout(FLUSH_WAIT_MS);
    }
    const rows = await warmStarts(open, effort.rounds);
    const [first] = open;
    if (first !== undefined) rows.push(await catchUp(first, effort.events));
    for (const { visit, stage } of open.slice(1)) await visit.go(stage.places[0] ?? '');
    rows.push(...(await switches(open, effort)));
    for (const side of open) rows.push(...(await restOf(side, effort.steps)));
    return rows;
  } finally {
    for (const { visit } of open) await visit.close();
  }
}

/** A start behind messages that were sent in the meantime. */
async function catchUp({ stage, visit }: OpenSide, events: number): Promise<Row> {
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
  await visit.go(stage.places[0] ?? '');
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

/** Each round goes through the places on each side and replaces the rows of a bare page. */
async function switches(sides: readonly OpenSide[], { rounds, steps }: Effort): Promise<Row[]> {
  const measure = async (count: (places: readonly string[]) => readonly string[]) =>
    inTurns(sides, rounds, async (side) => {
      const { stage, visit } = side as OpenSide;
      const places = count(stage.places);
      await switchPlaces(visit, places, places.length);
      const own = await switchPlaces(visit, places, steps);
      const bare = await openBarePage(stage, visit);
      const bareSteps = await switchBareRows(bare, steps);
      await bare.context().close();
      return { own: sampleOf(own), bare: sampleOf(bareSteps) };
    });
  const cached = await measure((places) => places);
  const kept = await measure((places) => places.slice(0, KEPT));
  return [
    ...rowsOf('switch to a kept conversation', '1.3 × bare', kept),
    ...rowsOf('switch to a cached conversation', '50, 1.3 × bare', cached),
  ];
}

function sampleOf({ times, work }: Steps): Sample {
  return { ms: median(times), work };
}

/** Keys, and what the page takes after all of this. */
async function restOf(side: OpenSide, steps: number): Promise<Row[]> {
  const { stage, visit } = side;
  await visit.page.locator(COMPOSER).first().waitFor();
  const keys = await typeInto(visit.page, COMPOSER, steps);
  const bare = await openBarePage(stage, visit);
  const bares = await typeInto(bare, COMPOSER, steps);
  await bare.context().close();
  const { heapMegabytes, nodes } = await visit.metrics(true);
  return [
    {
      what: named('key to paint, p98', side),
      budget: '24',
      measured: `${p98(keys).toFixed(0)} (p50 ${median(keys).toFixed(0)})`,
      bare: `${p98(bares).toFixed(0)} (p50 ${median(bares).toFixed(0)})`,
      ratio: median(keys) / median(bares),
    },
    {
      what: named('heap after all this, MB', side),
      budget: stage.users > 10_000 ? '250' : '80',
      measured: heapMegabytes.toFixed(1),
    },
    { what: named('nodes', side), budget: '45,000', measured: String(nodes) },
  ];
}
