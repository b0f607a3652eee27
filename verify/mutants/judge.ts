import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { equivalenceOf } from './equivalent.ts';
import type { Mutant } from './mutant.ts';
import type { Lane } from './open-lane.ts';
import type { RepositoryCopy } from './repository-copy.ts';
import type { Stages } from './suites.ts';

export type Verdict =
  | { readonly kind: 'killed'; readonly by: string; readonly suite?: string }
  | { readonly kind: 'survived' }
  | { readonly kind: 'equivalent'; readonly why: string };

/** Time for one stage of suites; a mutant that takes longer has been noticed. */
const STAGE_LIMIT_MS = 240_000;
const VERIFIER_LIMIT_MS = 400_000;

/** Runs the nearest suites against a mutant, stage by stage, until one fails twice. */
export async function judge(
  mutant: Mutant,
  stages: Stages,
  copy: RepositoryCopy,
  lane: Lane,
): Promise<Verdict> {
  const why = equivalenceOf(mutant);
  if (why !== undefined) return { kind: 'equivalent', why };
  const original = await readFile(path.join(copy.directory, mutant.file), 'utf8');
  await copy.write(mutant.file, mutant.text);
  try {
    for (const stage of stages) {
      const killer = await killerIn(stage, mutant, lane);
      if (killer === undefined) continue;
      const { suite, test } = killer;
      return { kind: 'killed', by: `${suite}: ${test}`, ...(test === TIMEOUT ? {} : { suite }) };
    }
    const { verifier } = mutant.code;
    if (await lane.verify(verifier, VERIFIER_LIMIT_MS)) return { kind: 'killed', by: verifier.join(' ') };
    return { kind: 'survived' };
  } finally {
    await copy.write(mutant.file, original);
  }
}

/** A suite that fails once may have failed by itself, on a busy machine; the second failure counts. */
async function killerIn(suites: readonly string[], mutant: Mutant, lane: Lane): Promise<Failure | undefined> {
  const first = await runSuites(suites, mutant, lane);
  if (first === undefined || first.test === TIMEOUT) return first;
  const again = await runSuites([first.suite], mutant, lane);
  if (again !== undefined) return again;
  const others = suites.filter((suite) => suite !== first.suite);
  return others.length === 0 ? undefined : killerIn(others, mutant, lane);
}

type Failure = { readonly suite: string; readonly test: string };

const TIMEOUT = 'did not end in time';

async function runSuites(
  suites: readonly string[],
  { file }: Mutant,
  lane: Lane,
): Promise<Failure | undefined> {
  const result = await lane.run({ changed: file, suites }, STAGE_LIMIT_MS);
  if (result === undefined) return { suite: suites.join(', '), test: TIMEOUT };
  if (result.error !== undefined) throw new Error(result.error);
  return result.failed;
}

/** Suites that fail on the unchanged code as well, so that what they noticed does not count. */
export async function unreliable(
  judged: readonly { readonly mutant: Mutant; readonly verdict: Verdict }[],
  lane: Lane,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const suites = judged.flatMap(({ verdict }) =>
    verdict.kind === 'killed' && verdict.suite !== undefined ? [verdict.suite] : [],
  );
  const mutant = judged.at(-1)?.mutant;
  if (mutant === undefined) return found;
  for (const suite of new Set(suites))
    if ((await killerIn([suite], mutant, lane)) !== undefined) found.add(suite);
  return found;
}
