import { setPriority } from 'node:os';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { startOwnPostgres } from '@parley/test-support/own-postgres.ts';
import { compiling } from './compile.ts';
import { judge, unreliable, type Verdict } from './judge.ts';
import { shuffledMutants, SOURCES, type Mutant } from './mutant.ts';
import { openLane } from './open-lane.ts';
import { copyRepository } from './repository-copy.ts';
import { chooseSuites } from './suites.ts';

const { values } = readCommandLine({
  name: 'npm run mutants',
  summary:
    'Makes small changes to delivery, log, transaction, access, permission and rights code, one at a time in a copy, and counts those that the nearest suites notice.',
  options: {
    count: { type: 'string', default: '60', value: 'number', help: 'changes that compile' },
    seed: { type: 'string', default: '1', value: 'number', help: 'chooses the changes' },
    only: { type: 'string', value: 'path', help: 'files whose path contains this' },
    lanes: { type: 'string', default: '2', value: 'number', help: 'changes that are tried side by side' },
  },
  example: 'npm run mutants -- --count 10 --seed 7 --only delivery/',
});

/** Suites must not fail because they compete with other work; the machine serves others first. */
const NICENESS = 10;
/** Durability does not matter: the database is deleted afterwards. */
const FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: 200 };

type Judged = { readonly mutant: Mutant; readonly verdict: Verdict };

async function run(): Promise<number> {
  setPriority(NICENESS);
  const lanes = Number(values.lanes);
  const copies = await Promise.all(Array.from({ length: lanes }, copyRepository));
  const postgres = await startOwnPostgres({ settings: FAST });
  const cleanUp = async (): Promise<void> => {
    await postgres.remove();
    for (const copy of copies) await copy.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void cleanUp().finally(() => process.exit(1));
    });
  try {
    const [first] = copies;
    if (first === undefined) throw new Error('--lanes must be at least 1.');
    const mutants = await compiling(
      first,
      shuffledMutants(Number(values.seed), values.only),
      Number(values.count),
    );
    const suites = chooseSuites(mutants);
    const waiting = mutants.entries();
    const judged: Judged[] = [];
    const work = copies.map(async (copy) => {
      const lane = openLane(copy.directory, { PARLEY_TEST_POSTGRES: postgres.url });
      const own: Judged[] = [];
      for (const [index, mutant] of waiting) {
        const begun = performance.now();
        const verdict = await judge(mutant, suites.get(mutant) ?? [], copy, lane);
        own.push({ mutant, verdict });
        print(index, mutant, verdict, (performance.now() - begun) / 1000);
      }
      const doubtful = await unreliable(own, lane);
      judged.push(...own.map((one) => withoutDoubt(one, doubtful)));
      await lane.close();
    });
    await Promise.all(work);
    return report(judged);
  } finally {
    await cleanUp();
  }
}

/** A change that only an unreliable suite noticed counts as one that nothing noticed. */
function withoutDoubt({ mutant, verdict }: Judged, doubtful: ReadonlySet<string>): Judged {
  if (verdict.kind !== 'killed' || verdict.suite === undefined || !doubtful.has(verdict.suite))
    return { mutant, verdict };
  console.log(`${verdict.suite} fails on the unchanged code: ${mutant.file}:${mutant.line} is not counted`);
  return { mutant, verdict: { kind: 'survived' } };
}

function print(index: number, mutant: Mutant, verdict: Verdict, seconds: number): void {
  const { file, line, kind, before, after, code } = mutant;
  const where = `${file.replace(SOURCES, '')}:${line}`;
  console.log(`${String(index + 1).padStart(3)}  ${code.group.padEnd(12)}${where}  (${kind})`);
  console.log(`       - ${short(before)}\n       + ${short(after)}`);
  console.log(`       ${explain(verdict)}, ${seconds.toFixed(0)} s`);
}

function explain(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'killed':
      return `noticed by ${verdict.by.replaceAll(SOURCES, '')}`;
    case 'survived':
      return 'SURVIVED';
    case 'equivalent':
      return `equivalent: ${verdict.why}`;
  }
}

const MAX_WIDTH = 140;

function short(line: string): string {
  return line.length > MAX_WIDTH ? `${line.slice(0, MAX_WIDTH)}…` : line;
}

function report(judged: readonly Judged[]): number {
  const count = (kind: Verdict['kind']): number =>
    judged.filter(({ verdict }) => verdict.kind === kind).length;
  const survivors = count('survived');
  console.log(
    `\nmutants: ${count('killed')} of ${count('killed') + survivors} noticed, ${count('equivalent')} equivalent`,
  );
  return survivors === 0 ? 0 : 1;
}

const started = performance.now();
const code = await run();
console.log(`in ${((performance.now() - started) / 60_000).toFixed(1)} minutes`);
process.exit(code);
