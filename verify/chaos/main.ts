import { parseArgs } from 'node:util';
import type { Check } from './history.ts';
import { plantedMistakes } from './planted.ts';
import { proveBusDead } from './proofs/bus-dead.ts';
import { proveDatabaseDead } from './proofs/database-dead.ts';
import { proveResume } from './proofs/resume.ts';
import { proveRolling } from './proofs/rolling.ts';
import { printChecks, printReport } from './report.ts';
import { run } from './run.ts';

const USAGE = `Users talk through several nodes while things break; then everything is checked.
  --sends 5000 --faults 10 --queues 24 --users 12 --nodes 3
  --seed 1         decides what breaks and when; a random one unless it is given
  --rate 100       sends a second, if all goes well
  --limit 600      seconds after which no more is sent
  --resume 5000    instead: so many polls on one node, which is killed
  --bus-dead 60    instead: no NATS for so many seconds
  --database-dead 20  instead: no PostgreSQL for so many seconds
  --rolling        instead: every node is restarted in turn
  --planted NAME   with a mistake that the checks must find: ${plantedMistakes.join(', ')}`;

const { values } = parseArgs({
  options: {
    sends: { type: 'string', default: '5000' },
    faults: { type: 'string', default: '10' },
    queues: { type: 'string', default: '24' },
    users: { type: 'string', default: '12' },
    nodes: { type: 'string', default: '3' },
    seed: { type: 'string' },
    rate: { type: 'string', default: '100' },
    limit: { type: 'string', default: '600' },
    planted: { type: 'string' },
    resume: { type: 'string' },
    'bus-dead': { type: 'string' },
    'database-dead': { type: 'string' },
    rolling: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** The proof that was asked for, if it is one of those. */
function prove(): Promise<Check[]> | undefined {
  if (values.resume !== undefined) return proveResume(Number(values.resume));
  if (values['bus-dead'] !== undefined) return proveBusDead(Number(values['bus-dead']));
  if (values['database-dead'] !== undefined) return proveDatabaseDead(Number(values['database-dead']));
  return values.rolling ? proveRolling() : undefined;
}

async function main(): Promise<void> {
  const proof = prove();
  if (proof !== undefined) {
    process.exitCode = printChecks(await proof) ? 0 : 1;
    return;
  }
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  const planted = plantedMistakes.find((name) => name === values.planted);
  if (values.planted !== undefined && planted === undefined) throw new Error('There is no such mistake.');
  console.log(`seed ${seed}`);
  const report = await run({
    seed,
    nodes: Number(values.nodes),
    sends: Number(values.sends),
    faults: Number(values.faults),
    queues: Number(values.queues),
    users: Number(values.users),
    rate: Number(values.rate),
    limitSeconds: Number(values.limit),
    planted,
    say: (line) => console.log(line),
  });
  process.exitCode = printReport(seed, report) ? 0 : 1;
}

if (values.help) console.log(USAGE);
else await main();
