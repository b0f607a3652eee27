import { execFileSync } from 'node:child_process';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { createSteps, StepError, type Steps } from '../packages/steps.ts';
import { drillFailover } from './failover.ts';
import { ENVIRONMENT, makeOwnDirectory, type OwnDirectory } from './own-directory.ts';
import { drillPointInTime } from './point-in-time.ts';
import { drillRestore } from './restore.ts';

type Drill = {
  readonly programs: readonly string[];
  readonly run: (steps: Steps, directory: OwnDirectory) => Promise<void>;
};

const DRILLS: Readonly<Record<string, Drill>> = {
  restore: { programs: [], run: drillRestore },
  'point-in-time': { programs: ['pgbackrest'], run: drillPointInTime },
  failover: {
    programs: ['patroni', 'etcd', 'haproxy'],
    run: (steps, directory) => drillFailover(steps, directory, true),
  },
  'failover-asynchronous': {
    programs: ['patroni', 'etcd', 'haproxy'],
    run: (steps, directory) => drillFailover(steps, directory, false),
  },
};

const { positionals, fail } = readCommandLine({
  name: 'npm run drill',
  summary:
    'Loses a database under load and gets it back, with the programs of Debian: parts of its own on ports of their own, nothing of this machine is touched.',
  options: {},
  subcommands: {
    restore: 'parley backup and parley restore --harmless',
    'point-in-time': 'a table is dropped, and pgBackRest returns to the moment before',
    failover: 'the primary dies; Patroni promotes its synchronous standby',
    'failover-asynchronous': 'the same with a standby that lags',
  },
  example: 'npm run drill -- failover',
});
const [name = ''] = positionals;
const drill = DRILLS[name] ?? fail(`There is no drill '${name}'.`);
const missing = drill.programs.filter((program) => !isHere(program));
if (missing.length > 0) fail(`Not installed: ${missing.join(', ')}.`);

function isHere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env: ENVIRONMENT, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const directory = makeOwnDirectory('drill');
const steps = createSteps(name);
try {
  await drill.run(steps, directory);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
} finally {
  directory.remove();
}
process.exitCode = steps.end() ? 0 : 1;
