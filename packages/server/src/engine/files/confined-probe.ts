import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

// A stand-in for the test of the confinement: reports the errors of everything that must not work.
const attempts = {
  readsOtherFiles: () => readFileSync('/etc/hostname'),
  writesFiles: () => {
    writeFileSync(new URL('./written', import.meta.url), '');
  },
  startsProcesses: () => spawnSync('true'),
  startsThreads: () => new Worker('', { eval: true }),
  allocatesMemory: () => Array.from({ length: 12 }, () => Buffer.alloc(128 * 1_024 * 1_024, 1)),
};

const outcomes = Object.entries(attempts).map(([name, attempt]) => {
  try {
    attempt();
    return [name, 'done'];
  } catch (error) {
    return [name, error instanceof Error && 'code' in error ? error.code : String(error)];
  }
});
process.send?.(Object.fromEntries(outcomes));
