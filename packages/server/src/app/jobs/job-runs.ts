import { sql } from '../../engine/db/sql.ts';
import { errorText } from '../../engine/error-text.ts';
import type { World } from '../../http/world.ts';

/** The newest ends of a job. */
type Ends = { succeededAt?: number; failedAt?: number; error?: string };
type NamedJob = { readonly name: string; readonly waits?: true; run(world: World): Promise<unknown> };

/** Runs jobs, and remembers how they ended for metrics and for `parley job list`. */
export function createJobRuns(world: World): {
  run(job: NamedJob): Promise<void>;
  /** Writes the ends since the last call, for all jobs at once: some run every second. */
  readonly store: () => Promise<void>;
} {
  const { pool, clock, metrics } = world;
  const changed = new Map<string, Ends>();
  const note = (name: string, ends: Ends): void => {
    changed.set(name, { ...changed.get(name), ...ends });
  };
  return {
    run: async (job) => {
      if (job.waits === true && world.maintenance.current() !== undefined) return;
      try {
        await job.run(world);
        note(job.name, { succeededAt: clock.now() });
        metrics.jobEnded(job.name, 'succeeded', clock.now());
      } catch (error) {
        note(job.name, { failedAt: clock.now(), error: errorText(error) });
        metrics.jobEnded(job.name, 'failed', clock.now());
        throw error;
      }
    },
    store: async () => {
      const rows = JSON.stringify(Array.from(changed, ([name, ends]) => ({ name, ...ends })));
      changed.clear();
      await pool.all(sql`
        insert into job_run (name, succeeded_at, failed_at, error)
        select name, to_timestamp("succeededAt" / 1000.0), to_timestamp("failedAt" / 1000.0), error
        from jsonb_to_recordset(${rows}::jsonb) as r (name text, "succeededAt" float8, "failedAt" float8, error text)
        on conflict (name) do update set
          succeeded_at = coalesce(excluded.succeeded_at, job_run.succeeded_at),
          failed_at = coalesce(excluded.failed_at, job_run.failed_at),
          error = coalesce(excluded.error, job_run.error)`);
    },
  };
}
