import type { RawBuilder } from 'kysely';
import { sql } from '../../engine/db/sql.ts';
import { underName } from '../../engine/work/current-work.ts';
import type { World } from '../../http/world.ts';

/** A job that runs when there is work. */
export type DueJob = {
  readonly name: string;
  /** Whether there is work now; one statement asks it of all jobs, so it must use an index. */
  isDue(world: World): RawBuilder<boolean>;
  run(world: World): Promise<unknown>;
};

type Runs<J> = {
  readonly run: (job: J) => Promise<void>;
  readonly warn: (name: string) => (error: unknown) => void;
};

/** Looks for the work of all jobs with one statement, and starts those that have some and do not run yet. */
export function createLook<J extends DueJob>(
  world: World,
  jobs: readonly J[],
  { run, warn }: Runs<J>,
): () => Promise<void> {
  const running = new Set<J>();
  return async () => {
    const due = await findDueWork(world, jobs);
    for (const job of jobs.filter((one) => !running.has(one))) {
      running.add(job);
      void underName(job.name, () => run(due.has(job) ? job : { ...job, run: nothingToDo }))
        .catch(warn(job.name))
        .finally(() => running.delete(job));
    }
  };
}

async function nothingToDo(): Promise<void> {}

/** The jobs that have work. */
async function findDueWork<J extends DueJob>(world: World, jobs: readonly J[]): Promise<ReadonlySet<J>> {
  const looks = jobs.map((job, number) => sql`(${sql.lit(number)}, ${job.isDue(world)})`);
  const rows = await world.pool.all(
    sql<{
      number: number;
    }>`select number from (values ${sql.join(looks)}) as look (number, is_due) where is_due`,
    { prefix: 'find-due-work' },
  );
  const numbers = new Set(rows.map(({ number }) => number));
  return new Set(jobs.filter((_, number) => numbers.has(number)));
}
