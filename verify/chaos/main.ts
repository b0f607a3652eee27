import { readCommandLine } from '@parley/test-support/command-line.ts';
import { plantedMistakes } from './planted-mistakes.ts';
import { busDead } from './proofs/bus-dead.ts';
import { databaseDead } from './proofs/database-dead.ts';
import { runProofs, type Proof } from './proofs/polling-cluster.ts';
import { resumed } from './proofs/resume.ts';
import { crashes, rolling } from './proofs/rolling.ts';
import { printChecks, printReport } from './report.ts';
import { run } from './run.ts';

const { values, fail } = readCommandLine({
  name: 'npm run chaos',
  summary:
    'Users send messages through several nodes while faults are injected; then every message and every queue is checked.',
  options: {
    sends: { type: 'string', value: 'number', help: 'messages to send (default: 5000; 10000 with losses)' },
    faults: {
      type: 'string',
      value: 'number',
      help: 'faults to inject (default: 10), or losses (default: 3)',
    },
    'lost-tail': {
      type: 'boolean',
      default: false,
      help: 'promote an asynchronous standby that lacks the newest commits, instead of other faults',
    },
    restored: {
      type: 'boolean',
      default: false,
      help: 'restore a dump under the running nodes, instead of other faults',
    },
    queues: {
      type: 'string',
      value: 'number',
      default: '24',
      help: 'event queues that receive the messages',
    },
    users: { type: 'string', value: 'number', default: '12', help: 'users who send' },
    nodes: { type: 'string', value: 'number', default: '3', help: 'server nodes' },
    seed: { type: 'string', value: 'number', help: 'decides the faults and their order (default: random)' },
    rate: { type: 'string', value: 'number', default: '100', help: 'messages per second without faults' },
    limit: {
      type: 'string',
      value: 'number',
      default: '600',
      help: 'seconds after which nothing more is sent',
    },
    resume: { type: 'string', value: 'number', help: 'instead: kill a node under this many polls' },
    'bus-dead': { type: 'string', value: 'number', help: 'instead: stop NATS for this many seconds' },
    'database-dead': {
      type: 'string',
      value: 'number',
      help: 'instead: stop PostgreSQL for this many seconds',
    },
    rolling: { type: 'boolean', default: false, help: 'instead: restart every node in turn' },
    crash: { type: 'boolean', default: false, help: 'instead: kill every node in turn' },
    planted: {
      type: 'string',
      value: 'name',
      help: `plant a mistake that the checks must find: ${plantedMistakes.join(', ')}`,
    },
  },
  example: 'npm run chaos -- --sends 1000 --faults 4 --seed 7',
});

/** The proofs that options select, for one cluster. A killed node stays away after the last one. */
function chosenProofs(): Proof[] {
  return [
    ...(values.rolling ? [rolling] : []),
    ...(values.crash ? [crashes] : []),
    ...(values['bus-dead'] === undefined ? [] : [busDead(Number(values['bus-dead']))]),
    ...(values['database-dead'] === undefined ? [] : [databaseDead(Number(values['database-dead']))]),
    ...(values.resume === undefined ? [] : [resumed(Number(values.resume))]),
  ];
}

async function main(): Promise<void> {
  const proofs = chosenProofs();
  if (proofs.length > 0) {
    process.exitCode = printChecks(await runProofs(proofs)) ? 0 : 1;
    return;
  }
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const planted = plantedMistakes.find((name) => name === values.planted);
  if (values.planted !== undefined && planted === undefined)
    fail(`There is no planted mistake '${values.planted}'.`);
  const loss = values['lost-tail'] ? 'lost tail' : values.restored ? 'restored dump' : undefined;
  console.log(`seed ${seed}`);
  const report = await run({
    seed,
    nodes: Number(values.nodes),
    sends: Number(values.sends ?? (loss === undefined ? 5_000 : 10_000)),
    faults: Number(values.faults ?? (loss === undefined ? 10 : 3)),
    queues: Number(values.queues),
    users: Number(values.users),
    rate: Number(values.rate),
    limitSeconds: Number(values.limit),
    planted,
    loss,
    say: (line) => console.log(line),
  });
  process.exitCode = printReport(seed, report) ? 0 : 1;
}

await main();
