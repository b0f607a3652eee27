import { readCommandLine } from '@parley/test-support/command-line.ts';
import { BUDGET, emptyProject, sizeInPage, type Project } from '../project.ts';
import { endAll } from '../programs.ts';
import { startCheckServer, type CheckServer } from '../check-server.ts';
import { botAnswers, botSaysTrouble } from '../checks/bots.ts';
import { agentAnswers, bridgeJoins, echoSurvives, examplesCompile, pollCounts } from '../checks/examples.ts';
import { wrongUrlIsSaid } from '../checks/first-contact.ts';
import { guideRuns, readmePageRuns, readmeRuns } from '../checks/pages.ts';
import { historyPages } from '../checks/paging.ts';
import { runsInNode, runsInPages } from '../checks/run.ts';
import { consumerCompiles, typesAreTheContract } from '../checks/types.ts';

type Check = readonly [name: string, run: (project: Project, stage: CheckServer) => Promise<string>];

const CHECKS: readonly Check[] = [
  ['the bundle is within its size budget', async ({ installed }) => inBudget(sizeInPage(installed))],
  ['types equal the contract', typesAreTheContract],
  ['a strict program compiles', consumerCompiles],
  ['the package runs in Node.js', runsInNode],
  ['the package runs in web pages', runsInPages],
  ['a wrong URL is reported at once', wrongUrlIsSaid],
  ['history is read page by page', historyPages],
  ['a bot answers', botAnswers],
  ['a bot reports connection failures', botSaysTrouble],
  ['README: the program runs', readmeRuns],
  ['README: the page runs', readmePageRuns],
  ['the guide to the first bot works', guideRuns],
  ['the examples compile', examplesCompile],
  ['example: the echo bot survives crashes', echoSurvives],
  ['example: the poll counts votes', pollCounts],
  ['example: the bridge forwards messages', bridgeJoins],
  ['example: the agent answers from its topic', agentAnswers],
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
const [project, stage] = await Promise.all([emptyProject(), startCheckServer()]);
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
console.log(`sdk: ${held} of ${chosen.length} checks passed`);
process.exitCode = held === chosen.length && held > 0 ? 0 : 1;
