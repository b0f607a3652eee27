import {
  compareVersions,
  FIRST_SUPPORTED,
  readReleases,
  type Release,
} from '@parley/server/engine/migrations/releases.ts';
import { VERSION } from '@parley/server/engine/version.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { printChecks } from '../chaos/report.ts';
import { commitOfRelease } from './checkout.ts';
import type { Phase } from './load.ts';
import { plantedMistakes } from './rehearsal.ts';
import { checkUpgrade } from './run.ts';

const { values, fail } = readCommandLine({
  name: 'npm run upgrade-check',
  summary:
    'Upgrades the nodes of the previous release to the work tree under load, and goes back on the migrated database.',
  options: {
    from: { type: 'string', value: 'commit', help: 'the older version (default: the last release)' },
    short: { type: 'boolean', default: false, help: 'two nodes and short phases' },
    planted: {
      type: 'string',
      value: 'name',
      help: `plant a mistake that the check must find: ${plantedMistakes.join(', ')}`,
    },
  },
  example: 'npm run upgrade-check -- --short',
});

/** The last supported release before this version. Before the first one, the last commit stands in for it. */
async function olderVersion(): Promise<{ commit: string; release: Release | undefined }> {
  if (values.from !== undefined) return { commit: values.from, release: undefined };
  const release = (await readReleases()).findLast(
    ({ version }) => compareVersions(version, VERSION) < 0 && compareVersions(version, FIRST_SUPPORTED) >= 0,
  );
  if (release === undefined) {
    console.log('No supported release precedes this version; the last commit stands in for it.');
    return { commit: 'HEAD', release };
  }
  const commit = commitOfRelease(release.version);
  if (commit === undefined)
    return fail(
      `This clone lacks the commit of release ${release.version}. Fetch the history: git fetch --unshallow`,
    );
  return { commit, release };
}

const COLUMNS = ['phase', 'seconds', 'sends', 'polls', 'others', 'slowest ms', 'failed'] as const;

function printPhases(phases: readonly Phase[]): void {
  const rows = phases.map(({ name, seconds, sends, polls, others, slowestMs, failures }) => [
    name,
    seconds.toFixed(1),
    ...[sends, polls, others, Math.round(slowestMs), failures.length].map(String),
  ]);
  for (const [name = '', ...figures] of [COLUMNS, ...rows])
    console.log(name.padEnd(26) + figures.map((figure) => figure.padStart(12)).join(''));
}

const planted = plantedMistakes.find((name) => name === values.planted);
if (values.planted !== undefined && planted === undefined)
  fail(`There is no planted mistake '${values.planted}'.`);
const { commit, release } = await olderVersion();
const { phases, checks } = await checkUpgrade({
  commit,
  release,
  nodes: values.short ? 2 : 3,
  quietMs: values.short ? 1_000 : 4_000,
  restarts: !values.short,
  planted,
  say: (line) => console.log(line),
});
printPhases(phases);
process.exitCode = printChecks(checks) ? 0 : 1;
