import { spread } from '../support/figures.ts';
import { bareFetches, loadBare, openBarePage } from './bare.ts';
import { inTurns, named, rowsOf, type Row, type Sample, type PageSide } from './row.ts';
import { openVisit, type Visit } from './visit.ts';

const DOOR = '#app button';
const SETTLED_MS = 1_500;

export async function coldStarts(sides: readonly PageSide[], rounds: number): Promise<Row[]> {
  const [place = ''] = sides[0]?.stage.places ?? [];
  const fetches: number[] = [];
  const start = async (side: PageSide, isLoggedIn: boolean): Promise<{ own: Sample; bare: Sample }> => {
    const { stage } = side;
    const visit = await openVisit(stage, { isLoggedIn });
    const { painted = 0 } = await visit.go(isLoggedIn ? place : '', isLoggedIn ? undefined : DOOR);
    const own = { ms: painted, work: await visit.startWork() };
    const asked = visit.asked().filter(({ url }) => !/\/json\/(?:events|users)/.test(url));
    const { work } = await coldBare(side, visit);
    await visit.close();
    const ms = await bareFetches(stage, asked);
    fetches.push(ms);
    return { own, bare: { ms, work } };
  };
  const [door, messages] = [
    await inTurns(sides, rounds, (side) => start(side, false)),
    await inTurns(sides, rounds, (side) => start(side, true)),
  ];
  return [
    ...rowsOf('cold start to the log-in page', '1.5 × bare', door),
    ...rowsOf('cold start to the first messages', '1.5 × bare', messages),
    ...(await slowStarts(sides, Math.min(rounds, 3))),
  ];
}

/** A first visit with a quarter of the processor and 1.6 Mbit/s. */
async function slowStarts(sides: readonly PageSide[], rounds: number): Promise<Row[]> {
  const samples = await inTurns(sides, rounds, async ({ stage }) => {
    const visit = await openVisit(stage, { isSlow: true });
    const { painted = 0 } = await visit.go(stage.places[0] ?? '');
    const own = { ms: painted, work: await visit.startWork() };
    await visit.close();
    return { own, bare: undefined };
  });
  return rowsOf('cold, a quarter of the processor, 1.6 Mbit/s, 150 ms', '3,000', samples);
}

/** The first load of a page of the same elements. */
async function coldBare({ stage }: PageSide, visit: Visit): Promise<Sample> {
  const page = await openBarePage(stage, visit);
  const loaded = await loadBare(page);
  await page.context().close();
  return loaded;
}

/** Starts of a page whose data are on the disk; the visits stay open. */
export async function warmStarts(
  sides: readonly (PageSide & { readonly visit: Visit })[],
  rounds: number,
): Promise<Row[]> {
  const later = new Map(sides.map((side) => [side.name, { lives: [] as number[], busy: [] as number[] }]));
  let requests: readonly string[] = [];
  const samples = await inTurns(sides, rounds, async (side) => {
    const { visit, stage } = side as (typeof sides)[number];
    const { painted = 0 } = await visit.go(stage.places[0] ?? '');
    const own = { ms: painted, work: await visit.startWork() };
    const { live = 0 } = await visit.untilLive();
    await visit.page.waitForTimeout(SETTLED_MS);
    later.get(side.name)?.lives.push(live);
    later.get(side.name)?.busy.push((await visit.startWork()).busy);
    requests = visit.asked().flatMap(({ url }) => /\/json(\/[^?]*)/.exec(url)?.[1] ?? []);
    const bare = await openBarePage(stage, visit);
    const loaded = await loadBare(bare);
    await bare.context().close();
    return { own, bare: loaded };
  });
  const users = sides[0]?.stage.users ?? 0;
  const limit = users > 10_000 ? '400' : users >= 1_000 ? '250' : '200';
  return [
    ...rowsOf('warm start to the last conversation', `${limit}, 1.5 × bare`, samples),
    ...sides.flatMap((side): Row[] => [
      {
        what: named('warm start until current', side),
        budget: '',
        measured: spread(later.get(side.name)?.lives ?? []),
      },
      {
        what: named('work until all is at rest, busy ms', side),
        budget: '',
        measured: spread(later.get(side.name)?.busy ?? []),
      },
    ]),
    {
      what: `requests of a warm start: ${requests.join(' ')}`,
      budget: '1 and a report of presence',
      measured: String(requests.length),
    },
  ];
}
