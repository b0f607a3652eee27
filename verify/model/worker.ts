import { startTestServer } from '@parley/test-support/harness.ts';
import { patiently } from '@parley/test-support/patiently.ts';
import { planted } from './planted-mistakes.ts';
import { runSequence, type Course, type Outcome } from './sequence.ts';
import { shrink } from './shrink.ts';

export type Job = {
  readonly seed: number;
  readonly steps: number;
  readonly every: number;
  readonly plant?: string;
};
export type Report = { readonly seed: number; readonly outcome: Outcome; readonly shrunk?: Outcome };

/** Worker process with its own server: runs the sequences that it receives, and reports. */
const server = await startTestServer();

function say(message: Report | 'ready'): void {
  if (process.connected) process.send?.(message);
}

function broken(error: unknown): Outcome {
  return {
    steps: [],
    failures: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    comparisons: 0,
    events: 0,
    reregistered: 0,
    refused: 0,
  };
}

async function carryOut({ seed, steps, every, plant }: Job): Promise<Report> {
  const mistake = plant === undefined ? undefined : planted[plant];
  const course: Omit<Course, 'steps' | 'every'> = {
    server,
    seed,
    ...(mistake === undefined ? {} : { mistake }),
  };
  const outcome = await patiently(() => runSequence({ ...course, steps, every })).catch(broken);
  // Failures of planted mistakes are not shrunk.
  if (outcome.failures.length === 0 || plant !== undefined) return { seed, outcome };
  console.log(`seed ${seed} failed; looking for the shortest failing sequence`);
  const shrunk = outcome.steps.length === 0 ? undefined : await shrink(course, outcome.steps).catch(broken);
  return { seed, outcome, ...(shrunk === undefined ? {} : { shrunk }) };
}

let isEnding = false;

async function end(): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  await server.stop();
  process.exit(0);
}

process.on('message', (order: Job) => {
  void carryOut(order).then(say);
});
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
say('ready');
