import { readCommandLine } from '@parley/test-support/command-line.ts';
import { ensureBuilt } from '../../packages/web/build/ensure-built.ts';
import { openBrowser, visit } from './support/browser.ts';
import { prepareSample } from './support/sample.ts';
import { openStage } from './support/stage.ts';
import { newcomerTasks } from './tasks/all.ts';
import { countPresses, type DoneTask } from './tasks/task.ts';
import { writeTasksPage } from './tasks/tasks-page.ts';

const {
  values: options,
  positionals,
  fail,
} = readCommandLine({
  name: 'npm run web:tasks',
  summary: 'Does thirty tasks of newcomers in the web client on a real server and counts the clicks.',
  positionals: { 'task …': 'names of tasks to do; all if none is named' },
  options: {
    'write-docs': { type: 'boolean', default: false, help: 'write docs/newcomer-tasks.md, after all tasks' },
  },
  example: "npm run web:tasks -- 'Create a channel'",
});

const unknown = positionals.find((name) => newcomerTasks.every((task) => task.name !== name));
if (unknown !== undefined) fail(`There is no task ${unknown}.`);
const chosen =
  positionals.length === 0 ? newcomerTasks : newcomerTasks.filter(({ name }) => positionals.includes(name));

/** Longest step on a busy machine. */
const STEP_MS = 15_000;

await ensureBuilt(console.log);
const stage = await openStage(await prepareSample());
const browser = await openBrowser();
const done: DoneTask[] = [];
let failures = 0;
try {
  const { context } = await visit(browser, { url: stage.url, user: 'Iris' });
  context.setDefaultTimeout(STEP_MS);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const task of chosen) {
    const page = await context.newPage();
    try {
      await page.goto(`/${task.at}`);
      await page.locator('#main').getByRole('heading').first().waitFor();
      const presses = await countPresses(page);
      await task.run(page, stage.cast);
      done.push({ task, clicks: await presses() });
    } catch (error) {
      failures += 1;
      console.log(
        `✗ ${task.name}: ${error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : ''}`,
      );
      await page.screenshot({ path: `node_modules/.cache/web-tasks-${failures}.png` });
    }
    await page.close();
  }
} finally {
  await browser.close();
  await stage.close();
}
for (const { task, clicks } of done) {
  const isGood = clicks <= task.maxClicks;
  if (!isGood) failures += 1;
  console.log(`${isGood ? '✓' : '✗'} ${String(clicks).padStart(2)} of ${task.maxClicks}  ${task.name}`);
}
console.log(`tasks: ${chosen.length - failures} of ${chosen.length} within their clicks`);
if (options['write-docs'] && positionals.length === 0 && failures === 0) writeTasksPage(done);
process.exitCode = failures === 0 ? 0 : 1;
