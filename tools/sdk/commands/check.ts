import { readCommandLine } from '@parley/test-support/command-line.ts';
import { BUDGET, emptyProject, sizeInPage, type Project } from '../project.ts';
import { endAll } from '../programs.ts';
import { buildStage, type Stage } from '../stage.ts';
import { botAnswers, botSaysTrouble } from '../checks/bots.ts';
import { bridgeJoins, echoSurvives, examplesCompile, pollCounts } from '../checks/examples.ts';
import { wrongUrlIsSaid } from '../checks/first-contact.ts';
import { guideRuns, readmePageRuns, readmeRuns } from '../checks/pages.ts';
import { historyPages } from '../checks/paging.ts';
import { runsInNode, runsInPages } from '../checks/run.ts';
import { consumerCompiles, typesAreTheContract } from '../checks/types.ts';

type Check = readonly [name: string, run: (project: Project, stage: Stage) => Promise<string>];

const CHECKS: readonly Check[] = [
  ['it is small', async ({ installed }) => inBudget(sizeInPage(installed))],
  ['its types are the contract', typesAreTheContract],
  ['a strict program compiles', consumerCompiles],
  ['it runs in Node.js', runsInNode],
  ['it runs in pages', runsInPages],
  ['a wrong url is said at once', wrongUrlIsSaid],
  ['history is read page by page', historyPages],
  ['a bot answers', botAnswers],
  ['a bot says when there is trouble', botSaysTrouble],
  ['README: the program runs', readmeRuns],
  ['README: the page runs', readmePageRuns],
  ['the guide to the first bot works', guideRuns],
  ['the examples compile', examplesCompile],
  ['example: the echo survives', echoSurvives],
  ['example: the poll counts', pollCounts],
  ['example: the bridge joins', bridgeJoins],
];

function inBudget(size: number): string {
  if (size > BUDGET) throw new Error(`${size} bytes in a page; the budget is ${BUDGET}`);
  return `${size} of ${BUDGET} bytes, compressed`;
}

const { positionals, fail } = readCommandLine({
  name: 'npm run sdk:check',
  summary: 'Packs the SDK, installs it into an empty project and uses it there.',
  options: {},
  positionals: { check: 'only checks whose name contains these words' },
  example: 'npm run sdk:check -- pages',
});
const wanted = positionals.join(' ');
const chosen = CHECKS.filter(([name]) => name.includes(wanted));
if (chosen.length === 0) fail(`There is no check '${wanted}'.`);
const [project, stage] = await Promise.all([emptyProject(), buildStage()]);
let held = 0;
for (const [name, check] of chosen) {
  const begun = performance.now();
  const line = (mark: string, found: string): void => {
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    console.log(`${mark} ${name.padEnd(44)} ${seconds.padStart(5)} s  ${found}`);
  };
  try {
    line('✓', await check(project, stage));
    held += 1;
  } catch (error) {
    line('✗', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  await endAll();
}
await stage.clear();
project.clear();
console.log(`sdk: ${held} of ${chosen.length} checks hold`);
process.exitCode = held === chosen.length && held > 0 ? 0 : 1;
