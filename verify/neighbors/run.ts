import { median, quantile } from '../bench/support/figures.ts';
import { secondsOfFamily } from '../bench/support/processor-time.ts';
import { startAttack, type Counts } from './attack.ts';
import { createNeighbor, type Neighbor, type Sample } from './neighbor.ts';
import type { Stage } from './stage.ts';

export type RunOptions = {
  readonly names: readonly string[];
  readonly rounds: number;
  readonly milliseconds: number;
  readonly onResult: (result: AttackResult) => void;
};

/** Latencies of the neighbor in milliseconds, alone (before and after the attack) and under the attack. */
type Round = { readonly alone: number; readonly attacked: number };

export type AttackResult = {
  readonly name: string;
  readonly rounds: readonly Round[];
  /** The neighbor's p99 under attack divided by its p99 alone: the median of the rounds. */
  readonly ratio: number;
  readonly failures: readonly string[];
  readonly counts: Counts;
  /** Processor seconds of the server per second of the attack. */
  readonly processors: number;
  /** The longest time after the attack until the neighbor was as fast as before. */
  readonly recoverySeconds: number;
};

/** After an attack the server completes the work that it accepted; the figures alone begin when that is done. */
const RECOVERY_STEP_MS = 250;
const MAX_RECOVERY_MS = 30_000;

export async function runAttacks(stage: Stage, options: RunOptions): Promise<AttackResult[]> {
  const neighbor = await createNeighbor(stage.url, stage.neighbor);
  try {
    await neighbor.work(options.milliseconds);
    const results: AttackResult[] = [];
    for (const name of options.names) {
      const result = await runAttack(stage, neighbor, name, options);
      results.push(result);
      options.onResult(result);
    }
    return results;
  } finally {
    neighbor.close();
  }
}

async function runAttack(
  stage: Stage,
  neighbor: Neighbor,
  name: string,
  { rounds, milliseconds }: RunOptions,
): Promise<AttackResult> {
  const figures: Round[] = [];
  const failures: string[] = [];
  const counts: Counts = { accepted: 0, refused: 0, failed: 0 };
  let processors = 0;
  let recoverySeconds = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = await neighbor.work(milliseconds);
    const from = { at: performance.now(), used: await secondsOfFamily(stage.server.pid) };
    const stop = startAttack({ name, url: stage.url, hostile: stage.hostile });
    const attacked = await neighbor.work(milliseconds * 2);
    const seconds = (performance.now() - from.at) / 1000;
    processors += ((await secondsOfFamily(stage.server.pid)) - from.used) / seconds / rounds;
    addCounts(counts, await stop());
    recoverySeconds = Math.max(recoverySeconds, await waitForRecovery(neighbor, p99Of(before)));
    const after = await neighbor.work(milliseconds);
    figures.push({ alone: p99Of(before, after), attacked: p99Of(attacked) });
    failures.push(...before.failures, ...attacked.failures, ...after.failures);
  }
  const ratio = median(figures.map((figure) => figure.attacked / figure.alone));
  return { name, rounds: figures, ratio, failures, counts, processors, recoverySeconds };
}

async function waitForRecovery(neighbor: Neighbor, usualMs: number): Promise<number> {
  const from = performance.now();
  for (;;) {
    const { times } = await neighbor.work(RECOVERY_STEP_MS);
    const elapsed = performance.now() - from;
    if (Math.max(...times) <= 2 * usualMs || elapsed > MAX_RECOVERY_MS)
      return (elapsed - RECOVERY_STEP_MS) / 1000;
  }
}

function p99Of(...samples: readonly Sample[]): number {
  return quantile(
    samples.flatMap(({ times }) => times),
    0.99,
  );
}

function addCounts(sum: Counts, counts: Counts): void {
  sum.accepted += counts.accepted;
  sum.refused += counts.refused;
  sum.failed += counts.failed;
}
