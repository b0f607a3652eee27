import { readCommandLine } from '@parley/test-support/command-line.ts';
import { plantedHoles } from './planted-holes.ts';
import { run } from './run.ts';

const { values } = readCommandLine({
  name: 'npm run attacks',
  summary:
    'Sends forged requests with the cookie of a session to everything that takes it, and counts those that are refused.',
  options: {
    planted: { type: 'boolean', default: false, help: 'find the planted holes instead' },
  },
  example: 'npm run attacks',
});

/** Breaches that are printed. */
const MAX_LINES = 40;

async function attack(): Promise<number> {
  const started = performance.now();
  const { targets, attacks, breaches, locked } = await run();
  for (const breach of breaches.slice(0, MAX_LINES)) console.log(`  breach: ${breach}`);
  for (const honest of locked.slice(0, MAX_LINES)) console.log(`  honest request refused: ${honest}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${targets} targets, ${targets - locked.length} of ${targets} honest requests admitted, ${seconds} s`,
  );
  console.log(`attacks: ${attacks - breaches.length} of ${attacks} refused`);
  return breaches.length + locked.length === 0 ? 0 : 1;
}

async function findPlanted(): Promise<number> {
  let missed = 0;
  for (const [name, hole] of Object.entries(plantedHoles)) {
    const { breaches } = await run(hole);
    if (breaches.length === 0) missed += 1;
    console.log(`${name.padEnd(36)}${breaches.length === 0 ? 'NOT FOUND' : `${breaches.length} breaches`}`);
  }
  return missed === 0 ? 0 : 1;
}

process.exit(await (values.planted ? findPlanted() : attack()));
