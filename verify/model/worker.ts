import { startTestServer } from '@parley/test-support/harness.ts';
import { patiently } from '@parley/test-support/patiently.ts';
import { planted } from './planted.ts';
import { runSequence, type Course, type Outcome } from './sequence.ts';
import { shrink } from './shrink.ts';

export type Order = {
  readonly seed: number;
  readonly steps: number;
  readonly every: number;
  readonly plant?: string;
};
export type Report = { readonly seed: number; readonly outcome: Outcome; readonly shrunk?: Outcome };

/** A process with a server of its own: runs the sequences that it is told to, and reports. */
const server = await startTestServer();

function say(message: Report | 'ready'): void {
  if (process.connected) process.send?.(message);
}

function broken(error: unknown): Outcome {
  return {
    steps: [],
    problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    comparisons: 0,
    events: 0,
    asked: 0,
    refused: 0,
  };
}

async function carryOut({ seed, steps, every, plant }: Order): Promise<Report> {
  const mistake = plant === undefined ? undefined : planted[plant];
  const course: Omit<Course, 'steps' | 'every'> = {
    server,
    seed,
    ...(mistake === undefined ? {} : { mistake }),
  };
  const outcome = await patiently(() => runSequence({ ...course, steps, every })).catch(broken);
  // Of a planted mistake it is known what is wrong.
  if (outcome.problems.length === 0 || plant !== undefined) return { seed, outcome };
  console.log(`seed ${seed} went wrong; looking for the shortest way to it`);
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

process.on('message', (order: Order) => {
  void carryOut(order).then(say);
});
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
say('ready');
