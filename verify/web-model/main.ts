// oxlint-disable-next-line import/no-unassigned-import -- the wrapper of IndexedDB looks for its classes
import 'fake-indexeddb/auto';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { startTestServer } from '@parley/test-support/harness.ts';
import { crashAtEveryWrite } from './crashes.ts';
import { PLANTS, type Plant } from './plants.ts';
import { record, type Recording } from './record.ts';
import { runSequence } from './sequence.ts';

const { values } = readCommandLine({
  name: 'npm run web:model',
  summary:
    "Plays a real server's events to pages of the web client that crash, share a disk and lose their network, and compares each with a new page.",
  options: {
    sequences: { type: 'string', value: 'number', default: '2000', help: 'random sequences' },
    organizations: { type: 'string', value: 'number', default: '6', help: 'organizations to record' },
    steps: { type: 'string', value: 'number', default: '100', help: 'recorded actions of an organization' },
    seed: { type: 'string', value: 'number', default: '1', help: 'first seed' },
    seconds: {
      type: 'string',
      value: 'number',
      default: '3600',
      help: 'time after which no sequence starts',
    },
    planted: { type: 'boolean', default: false, help: 'plant mistakes, each of which must be found' },
  },
  example: 'npm run web:model -- --sequences 100',
});

const started = performance.now();
const first = Number(values.seed);

async function recordAll(): Promise<Recording[]> {
  const server = await startTestServer();
  try {
    const organizations = Array.from({ length: Number(values.organizations) }, (_, n) =>
      record(server, first + n, Number(values.steps)),
    );
    return (await Promise.all(organizations)).flat();
  } finally {
    await server.stop();
  }
}

/** Runs sequences until one fails; returns its problems. */
async function search(
  recordings: readonly Recording[],
  count: number,
  plant?: Plant,
): Promise<readonly string[]> {
  const sums: Record<string, number> = {};
  let done = 0;
  const end = performance.now() + 1_000 * Number(values.seconds);
  for (; done < count && performance.now() < end; done += 1) {
    const seed = first + done;
    const recording = recordings[seed % recordings.length];
    if (recording === undefined) return ['nothing was recorded'];
    const { problems, steps, counts } = await runSequence(recording, seed, plant);
    if (problems.length > 0) return [`seed ${seed}: ${steps.join(' ')}`, ...problems];
    for (const [name, value] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + value;
  }
  const table = Object.entries(sums).map(([name, value]) => `${value} ${name}`);
  console.log(`${done} sequences: ${table.join(', ')}`);
  return done === 0 ? ['no sequence was run'] : [];
}

function report(name: string, problems: readonly string[]): boolean {
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${name}`);
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem.slice(0, 400)}`);
  return problems.length === 0;
}

async function check(recordings: readonly Recording[]): Promise<boolean[]> {
  let writes = 0;
  const problems: string[] = [];
  for (const recording of recordings.slice(0, 2)) {
    const crashed = await crashAtEveryWrite(recording);
    writes += crashed.writes;
    problems.push(...crashed.problems);
  }
  const results = [report(`a crash at each of ${writes} writes to the disk`, problems)];
  const found = await search(recordings, Number(values.sequences));
  return [...results, report('every page equals a new one', found)];
}

async function findPlanted(recordings: readonly Recording[]): Promise<boolean[]> {
  const results: boolean[] = [];
  for (const plant of PLANTS) {
    const problems = await search(recordings, Number(values.sequences), plant);
    results.push(problems.length > 0);
    console.log(
      problems.length > 0 ? `found: ${plant}, ${problems[0]?.split(':')[0]}` : `NOT FOUND: ${plant}`,
    );
  }
  return results;
}

const recordings = await recordAll();
const total = recordings.reduce((sum, { events }) => sum + events.length, 0);
console.log(`${recordings.length} recordings with ${total} events of a real server`);
const results = await (values.planted ? findPlanted(recordings) : check(recordings));
const passed = results.filter(Boolean).length;
console.log(
  `${passed} passed, ${results.length - passed} failed · ${Math.round((performance.now() - started) / 1000)} s`,
);
process.exit(passed === results.length ? 0 : 1);
