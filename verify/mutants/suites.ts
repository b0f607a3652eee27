import path from 'node:path';
import { isTest, readModules, type Module } from '@parley/test-support/import-graph.ts';
import { rootOf, SOURCES, type Mutant } from './mutant.ts';

/** Suites of one stage run together; a later stage runs if the earlier ones did not notice the change. */
export type Stages = readonly (readonly string[])[];

/** Imports between a unit test and the code that it is near to. */
const MAX_DISTANCE = 2;

/** The suites of every mutant, chosen before the first one runs: the working tree may change meanwhile. */
export function chooseSuites(mutants: readonly Mutant[]): ReadonlyMap<Mutant, Stages> {
  const all = readModules();
  return new Map(mutants.map((mutant) => [mutant, stagesOf(mutant, modulesBelow(rootOf(mutant.code), all))]));
}

function modulesBelow(root: string, modules: readonly Module[]): Module[] {
  return modules.filter(({ file }) => file.startsWith(root));
}

/** The suites that should notice a mutant: unit tests that import its file, its folder's, then the named ones. */
function stagesOf({ file, code }: Mutant, modules: readonly Module[]): Stages {
  const tests = modules.map((module) => module.file).filter((name) => /\.(test|rules)\.ts$/.test(name));
  const unit = importersOf(file, modules).filter((name) => isTest(name) && isUnit(name));
  const folder = folderSuites(path.posix.dirname(file), tests);
  const named = code.suites.map((suite) => SOURCES + suite);
  return withoutRepeats([unit, folder.filter(isUnit), folder.filter((name) => !isUnit(name)), named]);
}

/** Suites of the folder itself, or of the nearest folder above that has any. */
function folderSuites(folder: string, tests: readonly string[]): string[] {
  const own = tests.filter((name) => path.posix.dirname(name) === folder);
  return own.length > 0 || folder === '.' ? own : folderSuites(path.posix.dirname(folder), tests);
}

function importersOf(file: string, modules: readonly Module[]): string[] {
  let near = new Set([file]);
  const all = new Set<string>();
  for (let distance = 0; distance < MAX_DISTANCE; distance += 1) {
    near = new Set(
      modules.filter(({ own }) => own.some((name) => near.has(name))).map((module) => module.file),
    );
    for (const name of near) all.add(name);
  }
  return [...all];
}

function isUnit(name: string): boolean {
  return !/\.(pg\.test|rules)\.ts$/.test(name);
}

function withoutRepeats(stages: Stages): Stages {
  const seen = new Set<string>();
  return stages
    .map((stage) => stage.filter((name) => !seen.has(name) && seen.add(name)))
    .filter((stage) => stage.length > 0);
}
