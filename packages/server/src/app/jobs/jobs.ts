import { every } from '../../engine/clock.ts';
import { sql } from '../../engine/db/sql.ts';
import { promoteFullMembers } from '../../organization/groups/promote-full-members.ts';
import { sendDueMail } from './send-mail.ts';
import { keepPartitions } from '../../engine/log/partitions.ts';
import { deleteExpired } from '../../chat/messages/editing/retention.ts';
import { EXPIRY_GRACE_SECONDS } from '../../delivery/store.ts';
import { deliverReminders } from '../../chat/reminders/deliver.ts';
import { deliverScheduled } from '../../chat/scheduled-messages/deliver.ts';
import { forgetUnused } from '../../chat/uploads/forget.ts';
import type { World } from '../../http/world.ts';

type Job = { readonly name: string; readonly everyMs: number; run(world: World): Promise<unknown> };

/**
 * What runs by the clock. Every job may run on every node, at any time, and twice at once. What is due or over is
 * judged by the clock of PostgreSQL: a node whose own is wrong does no harm.
 */
const jobs: readonly Job[] = [
  {
    name: 'keep partitions of the log',
    everyMs: 3_600_000,
    run: (world) => keepPartitions(world.pool, world.config.logDays),
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
    name: 'forget what sends of long ago were called',
    everyMs: 600_000,
    run: (world) => world.pool.all(sql`delete from sent_key where at < now() - interval '25 hours'`),
  },
  {
    name: 'make full members of those whose waiting period is over',
    everyMs: 86_400_000,
    run: promoteFullMembers,
  },
  {
    name: 'delete messages that are older than they are kept',
    everyMs: 3_600_000,
    run: deleteExpired,
  },
  {
    name: 'forget which scheduled messages were sent long ago',
    everyMs: 3_600_000,
    run: (world) =>
      world.pool.all(sql`delete from scheduled_message_sent where at < now() - interval '7 days'`),
  },
  { name: 'send scheduled messages', everyMs: 1_000, run: deliverScheduled },
  { name: 'remind users of messages', everyMs: 1_000, run: deliverReminders },
  {
    name: 'forget invitations and confirmations that nobody can use any more',
    everyMs: 600_000,
    run: async ({ pool }) => {
      await pool.all(sql`delete from confirmation where expires_at < now()`);
      await pool.all(sql`delete from invitation where expires_at < now() - interval '7 days'`);
      await pool.all(sql`delete from invitation_day where day < current_date - 2`);
      await pool.all(sql`delete from sign_on where expires_at < now()`);
    },
  },
  { name: 'send mail', everyMs: 1_000, run: sendDueMail },
  {
    name: 'give up mail that nobody took',
    everyMs: 600_000,
    run: (world) => world.pool.all(sql`delete from mail where expires_at < now()`),
  },
  {
    name: 'delete files that nobody uses',
    everyMs: 3_600_000,
    run: forgetUnused,
  },
];

/** Nodes that start together do not all begin at once. */
const FIRST_WITHIN_MS = 10_000;

export function startJobs(world: World): () => void {
  const stops = jobs.map((job) =>
    every(
      world.clock,
      job.everyMs,
      () => job.run(world),
      (error) => {
        world.log.warn({ err: error, job: job.name }, 'a job failed and will be tried again');
      },
      world.random() * Math.min(job.everyMs, FIRST_WITHIN_MS),
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
