import type { Browser } from 'playwright-core';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { ensureBuilt } from '../../tools/web/ensure-built.ts';
import { journeys } from './journeys/all.ts';
import type { Journey } from './journeys/journey.ts';
import { openBrowser, visit, type Visit } from './support/browser.ts';
import { checkAgainstServer } from './support/model-check.ts';
import { prepareSample, type Sample } from './support/sample.ts';
import { openKillableStage } from './support/stage.ts';

const {
  values: options,
  positionals,
  fail,
} = readCommandLine({
  name: 'npm run web:journeys',
  summary:
    'Leads users through the web client in Chromium on a real server, and compares the page with the server at the end.',
  positionals: { 'journey …': 'journeys to run; all if none is named' },
  options: {
    runs: { type: 'string', value: 'number', default: '1', help: 'times that each journey runs' },
    list: { type: 'boolean', default: false, help: 'print the names of the journeys' },
  },
  example: 'npm run web:journeys -- double-click --runs 20',
});

const LIMIT_MS = 120_000;

type Outcome = { readonly milliseconds: number; readonly problem: string | undefined };

const unknown = positionals.find((name) => journeys.every((journey) => journey.name !== name));
if (unknown !== undefined) fail(`There is no journey ${unknown}.`);
if (options.list) {
  for (const { name } of journeys) console.log(name);
  process.exit(0);
}
const chosen =
  positionals.length === 0 ? journeys : journeys.filter(({ name }) => positionals.includes(name));
await ensureBuilt(console.log);
const sample = await prepareSample();
const browser = await openBrowser();
let failures = 0;
try {
  for (const journey of chosen) {
    const outcomes: Outcome[] = [];
    for (let run = 0; run < Number(options.runs); run += 1)
      outcomes.push(await runOnce(browser, sample, journey));
    failures += report(journey, outcomes);
  }
} finally {
  await browser.close();
}
console.log(`${chosen.length - failures} of ${chosen.length} journeys`);
process.exit(failures === 0 ? 0 : 1);

async function runOnce(from: Browser, on: Sample, journey: Journey): Promise<Outcome> {
  const stage = await openKillableStage(on);
  const visits: { readonly visitor: Visit; readonly user: string | undefined }[] = [];
  const expected: RegExp[] = [];
  const begun = performance.now();
  const problem = await withLimit(async () => {
    await journey.run({
      stage,
      visit: async (wishes = {}) => {
        const visitor = await visit(from, { url: stage.url, user: 'Iris', ...wishes });
        visits.push({ visitor, user: 'user' in wishes ? wishes.user : 'Iris' });
        return visitor;
      },
      expectProblems: (pattern) => expected.push(pattern),
    });
    for (const { visitor, user } of visits)
      if (user !== undefined && !visitor.page.isClosed() && (await isInApp(visitor)))
        await checkAgainstServer(visitor.page, stage.cast, user);
    const unexpected = visits
      .flatMap(({ visitor }) => visitor.problems)
      .find((text) => !expected.some((pattern) => pattern.test(text)));
    if (unexpected !== undefined) throw new Error(unexpected);
  });
  const milliseconds = performance.now() - begun;
  for (const { visitor } of visits) await visitor.close();
  await stage.close();
  return { milliseconds, problem };
}

function isInApp({ page }: Visit): Promise<boolean> {
  return page.evaluate(() => 'parley' in globalThis);
}

async function withLimit(work: () => Promise<void>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The journey took longer than ${LIMIT_MS / 1000} seconds.`));
    }, LIMIT_MS);
  });
  try {
    await Promise.race([work(), limit]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Prints a row of the table; returns 1 if a run failed. */
function report({ name }: Journey, outcomes: readonly Outcome[]): number {
  const good = outcomes.filter(({ problem }) => problem === undefined).length;
  const times = outcomes.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const middle = (times[Math.floor(times.length / 2)] ?? 0) / 1000;
  const isGood = good === outcomes.length;
  console.log(
    `${isGood ? '✓' : '✗'} ${name.padEnd(28)} ${`${good}/${outcomes.length}`.padStart(7)} ${middle.toFixed(1).padStart(6)} s`,
  );
  const first = outcomes.find(({ problem }) => problem !== undefined)?.problem;
  if (first !== undefined) console.log(`    ${first.split('\n').slice(0, 6).join('\n    ')}`);
  return isGood ? 0 : 1;
}
