import { readFileSync } from 'node:fs';
import path from 'node:path';
import { seeded, type Seeded } from '@parley/test-support/seeded.ts';
import { isTest, readModules } from '@parley/test-support/import-graph.ts';
import { applyChange, changesOf } from './changes.ts';
import { coveredCode, type CoveredCode } from './covered-code.ts';
import type { Change } from './syntax.ts';

export const ROOT = path.resolve(import.meta.dirname, '../..');
export const SOURCES = 'packages/server/src/';

/** A change of one file. */
export type Mutant = {
  /** Below the repository. */
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  /** The changed line before and after, without indentation: it names the mutant when line numbers move. */
  readonly before: string;
  readonly after: string;
  /** The whole text of the changed file. */
  readonly text: string;
  readonly code: CoveredCode;
};

/** The folder below which code is changed, and in which its unit tests are. */
export function rootOf({ root = SOURCES }: CoveredCode): string {
  return root;
}

/** Mutants of one file in a sample. */
const MAX_PER_FILE = 3;

/** All mutants in a random order, in which every prefix has about as many of each group. */
export function shuffledMutants(seed: number, only?: string): Mutant[] {
  const random = seeded(seed);
  const groups = coveredCode.map((code) => shuffle(mutantsOf(code, only), random));
  const perFile = new Map<string, number>();
  const mutants: Mutant[] = [];
  for (let round = 0; groups.some((group) => round < group.length); round += 1)
    for (const group of groups) {
      const mutant = group[round];
      if (mutant === undefined) continue;
      const count = perFile.get(mutant.file) ?? 0;
      perFile.set(mutant.file, count + 1);
      if (count < MAX_PER_FILE || only !== undefined) mutants.push(mutant);
    }
  return mutants;
}

function mutantsOf(code: CoveredCode, only: string | undefined): Mutant[] {
  const root = rootOf(code);
  return readModules()
    .map(({ file }) => file)
    .filter((file) => file.startsWith(root) && !isTest(file))
    .filter((file) => code.files.test(file.slice(root.length)))
    .filter((file) => only === undefined || file.includes(only))
    .flatMap((file) => {
      const text = readFileSync(path.join(ROOT, file), 'utf8');
      return changesOf(text).map((change) => mutant(file, text, change, code));
    });
}

function mutant(file: string, text: string, change: Change, code: CoveredCode): Mutant {
  const changed = applyChange(text, change);
  const lineStart = text.lastIndexOf('\n', change.start) + 1;
  const untilEnd = (whole: string, from: number): string => {
    const end = whole.indexOf('\n', from);
    return whole
      .slice(lineStart, end === -1 ? undefined : end)
      .replaceAll(/\s+/g, ' ')
      .trim();
  };
  return {
    file,
    line: text.slice(0, change.start).split('\n').length,
    kind: change.kind,
    before: untilEnd(text, change.end),
    after: untilEnd(changed, change.start + change.replacement.length),
    text: changed,
    code,
  };
}

function shuffle<T>(items: readonly T[], random: Seeded): T[] {
  return items
    .map((item) => ({ item, key: random.next() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
