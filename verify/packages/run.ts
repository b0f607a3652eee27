import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { StepError } from './steps.ts';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** Runs a program and returns its output; a failure shows the end of it. */
export function run(command: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const ended = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (ended.error !== undefined) throw new StepError(`${command}: ${ended.error.message}`);
  if (ended.status !== 0)
    throw new StepError(
      `${command} ${args.join(' ')} (exit status ${ended.status}): ${`${ended.stdout}${ended.stderr}`.slice(-2000)}`,
    );
  return ended.stdout;
}
