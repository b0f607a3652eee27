import { setTimeout as pause } from 'node:timers/promises';
import { dumpDatabase } from '@parley/test-support/own-dump.ts';
import { startOwnStandby, type OwnStandby } from '@parley/test-support/own-standby.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { FaultyCluster } from './faulty-cluster.ts';
import type { History } from './history.ts';

/** Ways in which PostgreSQL loses the newest part of its history. */
export type LossKind = 'lost tail' | 'restored dump';

export type LossPlan = {
  readonly kind: LossKind;
  readonly count: number;
  /** Restores in one transaction, because nodes that do not check would write to a half-restored database. */
  readonly isAtomic: boolean;
  /** The part of the sends that has been made, from 0 to 1. */
  readonly progress: () => number;
  readonly onLoss: (line: string) => void;
};

/** Time during which commits are made that will be lost. */
const TAIL_MS = 1_500;

/** Makes PostgreSQL lose its newest commits at even distances, under running nodes. */
export async function injectLosses(stage: FaultyCluster, history: History, plan: LossPlan): Promise<void> {
  const standbys: OwnStandby[] = [];
  try {
    for (let n = 1; n <= plan.count; n += 1) {
      while (plan.progress() < n / (plan.count + 1)) await pause(50);
      const lose = plan.kind === 'lost tail' ? await replicate(stage, standbys) : dumped(stage, plan);
      const keptUntil = performance.now();
      const prepared = await lose();
      await pause(TAIL_MS);
      const begins = performance.now();
      await prepared();
      history.losses.push({ keptUntil, begins, ends: performance.now() });
      plan.onLoss(`${plan.kind} ${n}: away for ${((performance.now() - begins) / 1000).toFixed(1)} s`);
    }
    // The last one serves until the history was read.
    stage.onStop(() => removeAll(standbys));
  } catch (error) {
    await removeAll(standbys);
    throw error;
  }
}

async function removeAll(standbys: readonly OwnStandby[]): Promise<void> {
  for (const standby of standbys) await standby.remove();
}

/** Everything that was acknowledged before the call is kept; the result loses what was committed since. */
type Lose = () => Promise<() => Promise<void>>;

async function replicate({ postgres }: FaultyCluster, standbys: OwnStandby[]): Promise<Lose> {
  const primary = standbys.at(-1) ?? postgres;
  const standby = await startOwnStandby(primary);
  standbys.push(standby);
  return async () => {
    await standby.disconnect();
    return () => standby.takeOver();
  };
}

function dumped({ environment, postgres }: FaultyCluster, { isAtomic }: LossPlan): Lose {
  return async () => {
    const dump = await dumpDatabase(environment.environment['PARLEY_DATABASE_URL'] ?? '', postgres.url);
    return async () => {
      await dump.restore(...(isAtomic ? ['--single-transaction'] : []));
      await dump.remove();
    };
  };
}

/** Plants the mistake: nodes no longer find out that the database has lost something. */
export async function disableEpochCheck({ environment }: FaultyCluster): Promise<void> {
  await environment.world.pool.all(sql`
    create or replace function check_epoch(realms bigint[], heads bigint[])
    returns table (number bigint, token uuid, loss text) language sql as
    'select number, token, null::text from epoch'`);
}
