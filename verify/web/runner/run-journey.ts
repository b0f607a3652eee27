import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import type { AnyJourney, JourneyTools } from '../journeys/journey.ts';
import { visit, type Visit } from '../support/browser.ts';
import { checkAgainstServer } from '../support/model-check.ts';
import type { Sample } from '../support/sample.ts';
import {
  openEmptyStage,
  openKillableStage,
  openMailingStage,
  openStage,
  type EmptyStage,
  type Stage,
} from '../support/stage.ts';

export type RunnerWorld = { readonly browser: Browser; readonly sample: Sample };

export type Outcome = {
  readonly milliseconds: number;
  readonly problem: string | undefined;
  /** Operations that its pages called, by id. */
  readonly operations: ReadonlySet<string>;
};

type Visitor = { readonly visit: Visit; readonly user: string | undefined };

const LIMIT_MS = 600_000;
/** Pictures of the pages of failed journeys. */
const PICTURES = path.resolve(import.meta.dirname, '../../../node_modules/.cache/web-journeys');

/** Runs a journey on a server with a fresh copy of the sample, and compares its pages with that server. */
export async function runJourney({ browser, sample }: RunnerWorld, journey: AnyJourney): Promise<Outcome> {
  const begun = performance.now();
  const visitors: Visitor[] = [];
  const expected: RegExp[] = [];
  let stage: Stage | EmptyStage | undefined;
  const toolsOn = <S extends Stage | EmptyStage>(on: S): JourneyTools<S> => ({
    stage: on,
    visit: async (options = {}) => {
      const opened = await visit(browser, {
        url: on.url,
        user: 'Iris',
        hasWorker: journey.hasWorker === true,
        ...options,
      });
      visitors.push({ visit: opened, user: 'user' in options ? options.user : 'Iris' });
      return opened;
    },
    expectProblems: (pattern) => expected.push(pattern),
  });
  const problem = await problemOf(async () => {
    if ('killsServer' in journey) {
      const killable = await openKillableStage(sample);
      stage = killable;
      await journey.run(toolsOn(killable));
    } else if ('beginsEmpty' in journey) {
      const empty = await openEmptyStage();
      stage = empty;
      await journey.run(toolsOn(empty));
    } else if ('sendsMail' in journey) {
      const mailing = await openMailingStage(sample);
      stage = mailing;
      await journey.run(toolsOn(mailing));
    } else {
      const usual = await openStage(sample);
      stage = usual;
      await journey.run(toolsOn(usual));
    }
    if ('cast' in stage) await checkPages(visitors, stage);
    const unexpected = visitors
      .flatMap((visitor) => visitor.visit.problems)
      .find((text) => !expected.some((pattern) => pattern.test(text)));
    if (unexpected !== undefined) throw new Error(unexpected);
  });
  const milliseconds = performance.now() - begun;
  if (problem !== undefined) await takePictures(journey.name, visitors);
  for (const { visit: opened } of visitors) await opened.close();
  await stage?.close();
  const operations = new Set(visitors.flatMap(({ visit: opened }) => [...opened.operations]));
  return { milliseconds, problem, operations };
}

/** Compares every page that shows the app, also those that a journey opened itself. */
async function checkPages(visitors: readonly Visitor[], { cast }: Stage): Promise<void> {
  for (const { visit: opened, user } of visitors)
    for (const page of opened.context.pages())
      if (user !== undefined && (await page.evaluate(() => 'parley' in globalThis)))
        await checkAgainstServer(page, cast, user);
}

async function problemOf(work: () => Promise<void>): Promise<string | undefined> {
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

async function takePictures(name: string, visitors: readonly Visitor[]): Promise<void> {
  mkdirSync(PICTURES, { recursive: true });
  const pages = visitors.flatMap(({ visit: opened }) => opened.context.pages());
  for (const [n, page] of pages.entries()) {
    const file = path.join(PICTURES, `${name}-${n + 1}.png`);
    await page.screenshot({ path: file }).then(
      () => console.log(`  ${file}`),
      () => undefined,
    );
  }
}
