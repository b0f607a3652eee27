import { sql } from '../db/sql.ts';
import { promoteFullMembers } from '../groups/promote-full-members.ts';
import { keepPartitions } from '../log/partitions.ts';
import { EXPIRY_GRACE_SECONDS } from '../queues/store.ts';
import type { World } from '../world.ts';

type Job = { readonly name: string; readonly everyMs: number; run(world: World): Promise<unknown> };

/** What runs by the clock. Every job may run on every node, at any time, and twice at once. */
const jobs: readonly Job[] = [
  {
    name: 'keep partitions of the log',
    everyMs: 3_600_000,
    run: (world) => keepPartitions(world.pool, world.config.logDays, new Date(world.clock.now())),
  },
  {
    name: 'forget idle queues',
    everyMs: 60_000,
    run: (world) =>
      world.pool.all(
        sql`delete from event_queue
            where last_seen + make_interval(secs => idle_seconds + ${EXPIRY_GRACE_SECONDS}) < now()`,
      ),
  },
  {
    name: 'forget old attempts to log in',
    everyMs: 600_000,
    run: (world) => world.pool.all(sql`delete from login_attempt where arrival < extract(epoch from now())`),
  },
  {
    name: 'forget begun authorizations',
    everyMs: 600_000,
    run: (world) => world.pool.all(sql`delete from call_authorization where expires_at < now()`),
  },
  {
    name: 'make full members of those whose waiting period is over',
    everyMs: 86_400_000,
    run: promoteFullMembers,
  },
];

export const startJobs = (world: World): (() => void) => {
  const cancels = new Set<() => void>();
  let ended = false;
  const schedule = (job: Job, milliseconds: number): void => {
    const cancel = world.clock.after(milliseconds, () => {
      cancels.delete(cancel);
      job
        .run(world)
        .catch((error: unknown) => {
          world.log.warn({ err: error, job: job.name }, 'a job failed and will be tried again');
        })
        .finally(() => {
          if (!ended) schedule(job, job.everyMs);
        });
    });
    cancels.add(cancel);
  };
  for (const job of jobs) schedule(job, world.random() * Math.min(job.everyMs, 10_000));
  return () => {
    ended = true;
    for (const cancel of cancels) cancel();
  };
};
