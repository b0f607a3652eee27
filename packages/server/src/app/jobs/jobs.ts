import { expireCallAuthorizations } from '../../chat/calls/expire.ts';
import { expireDeliveries } from '../../chat/event-subscriptions/deliveries.ts';
import { deleteExpired } from '../../chat/messages/editing/retention.ts';
import { removeRequested } from '../../chat/messages/editing/remove-messages-of.ts';
import { indexMessages, maintainIndex } from '../../chat/messages/search/indexing/run-index.ts';
import { expireIdempotencyKeys } from '../../chat/messages/send/send-key.ts';
import { sendDigests } from '../../chat/notifications/digest/send-digests.ts';
import { isBatchDue, sendDueBatches } from '../../chat/notifications/email/send-batches.ts';
import { deliverPushes, isPushDue } from '../../chat/notifications/push/deliver-pushes.ts';
import { isPushWaiting, queuePushes } from '../../chat/notifications/push/queue-pushes.ts';
import { adoptTokens } from '../../chat/notifications/push/tokens.ts';
import { expireNotifications } from '../../chat/notifications/expire.ts';
import { catchUpLostQueues, hasLostQueues } from '../../chat/notifications/reader/catch-up.ts';
import { arePagesDue, expirePageJobs } from '../../chat/previews/page-jobs.ts';
import { expirePages } from '../../chat/previews/page-store.ts';
import { showPages } from '../../chat/previews/show-pages.ts';
import { deliverReminders, isReminderDue } from '../../chat/reminders/deliver.ts';
import { deliverScheduled, isScheduledDue } from '../../chat/scheduled-messages/deliver.ts';
import { expireSentRecords } from '../../chat/scheduled-messages/expire.ts';
import { endAbandonedStreams } from '../../chat/streamed-messages/end-abandoned.ts';
import { expireUnusedFiles } from '../../chat/uploads/expire.ts';
import { expireQueues } from '../../delivery/expire.ts';
import { every } from '../../engine/clock.ts';
import { sql } from '../../engine/db/sql.ts';
import { clockDifferenceMs } from '../../engine/db/time.ts';
import { KEYS_POLL_MS } from '../../engine/secrets/rotate.ts';
import { followSealingKeys } from '../../engine/secrets/sealing-keys.ts';
import { maintainPartitions } from '../../engine/log/partitions.ts';
import { underName } from '../../engine/work/current-work.ts';
import type { World } from '../../http/world.ts';
import { anchorAudits, pruneAudits } from '../../organization/audit/keep.ts';
import { expireConfirmations } from '../../organization/confirmations/expire.ts';
import { expireCredentials } from '../../organization/credentials/expire.ts';
import { promoteFullMembers } from '../../organization/groups/promote-full-members.ts';
import { expireInvitations } from '../../organization/invitations/expire.ts';
import { expireLoginAttempts } from '../../organization/login/expire.ts';
import { endSessionsWithoutSecondStep } from '../../organization/second-steps/end-sessions.ts';
import { expireCodes } from '../../organization/oauth/expire.ts';
import { expireSecondSteps } from '../../organization/second-steps/expire.ts';
import { expireSignOns } from '../../organization/sign-on/expire.ts';
import { deleteDueRealms } from '../portability/delete-realm.ts';
import { expirePersonalExports } from '../portability/personal-exports/delete-exports.ts';
import {
  isPersonalExportPending,
  makePersonalExports,
} from '../portability/personal-exports/make-personal-exports.ts';
import { createLook, type DueJob } from './due-work.ts';
import { expireExports } from '../portability/exports/expire-exports.ts';
import { expireImports } from '../portability/imports/expire-imports.ts';
import { isImportWaiting, runImports } from '../portability/imports/run-imports.ts';
import { isExportPending, makeExports } from '../portability/exports/make-exports.ts';
import { createJobRuns } from './job-runs.ts';
import { expireMail, isMailDue, sendDueMail } from './send-mail.ts';

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** Whether it sends or deletes something, and waits during maintenance. */
  readonly waits?: true;
  /** Whether there is work now. Jobs with this are asked together, every second; others look by themselves. */
  readonly isDue?: DueJob['isDue'];
  run(world: World): Promise<unknown>;
};

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAINTENANCE_POLL_MS = 2 * SECOND_MS;

/**
 * Every job may run on every node, at any time, and several times concurrently. Jobs compare times with PostgreSQL's
 * clock, so a node whose own clock is wrong does no harm.
 */
export const jobs: readonly Job[] = [
  {
    name: 'send scheduled messages',
    everyMs: SECOND_MS,
    waits: true,
    isDue: isScheduledDue,
    run: deliverScheduled,
  },
  { name: 'show linked pages', everyMs: SECOND_MS, waits: true, isDue: arePagesDue, run: showPages },
  { name: 'end streamed messages', everyMs: 10 * SECOND_MS, run: endAbandonedStreams },
  { name: 'send reminders', everyMs: SECOND_MS, waits: true, isDue: isReminderDue, run: deliverReminders },
  {
    name: 'notify of messages in lost queues',
    everyMs: SECOND_MS,
    isDue: hasLostQueues,
    run: catchUpLostQueues,
  },
  {
    name: 'gather notification e-mails',
    everyMs: SECOND_MS,
    waits: true,
    isDue: isBatchDue,
    run: sendDueBatches,
  },
  { name: 'gather digests', everyMs: 10 * MINUTE_MS, waits: true, run: sendDigests },
  { name: 'gather pushes', everyMs: SECOND_MS, waits: true, isDue: isPushWaiting, run: queuePushes },
  { name: 'send pushes', everyMs: SECOND_MS, waits: true, isDue: isPushDue, run: deliverPushes },
  { name: 'seal push tokens', everyMs: MINUTE_MS, run: adoptTokens },
  { name: 'send e-mail', everyMs: SECOND_MS, waits: true, isDue: isMailDue, run: sendDueMail },
  {
    name: 'follow maintenance',
    everyMs: MAINTENANCE_POLL_MS,
    run: ({ maintenance }) => maintenance.follow(),
  },
  { name: 'follow the sealing keys', everyMs: KEYS_POLL_MS, run: followKeys },
  { name: 'maintain log partitions', everyMs: 10 * MINUTE_MS, run: maintainLog },
  { name: 'record the time of the epoch', everyMs: MINUTE_MS, run: recordEpochTime },
  { name: 'compare the clocks', everyMs: MINUTE_MS, run: compareClocks },
  { name: 'promote full members', everyMs: DAY_MS, run: promoteFullMembers },
  { name: 'index messages', everyMs: 5 * SECOND_MS, run: indexMessages },
  { name: 'maintain the search index', everyMs: MINUTE_MS, run: maintainIndex },
  { name: 'expire event queues', everyMs: MINUTE_MS, run: expireQueues },
  { name: 'expire deliveries of events', everyMs: 10 * MINUTE_MS, run: expireDeliveries },
  { name: 'expire login attempts', everyMs: 10 * MINUTE_MS, run: expireLoginAttempts },
  { name: 'expire call authorizations', everyMs: 10 * MINUTE_MS, run: expireCallAuthorizations },
  { name: 'expire idempotency keys', everyMs: 10 * MINUTE_MS, run: expireIdempotencyKeys },
  { name: 'expire confirmations', everyMs: 10 * MINUTE_MS, run: expireConfirmations },
  { name: 'expire invitations', everyMs: 10 * MINUTE_MS, run: expireInvitations },
  { name: 'expire credentials', everyMs: MINUTE_MS, run: expireCredentials },
  { name: 'expire authorization codes', everyMs: 10 * MINUTE_MS, run: expireCodes },
  { name: 'expire second steps', everyMs: 10 * MINUTE_MS, run: expireSecondSteps },
  {
    name: 'end sessions without a second step',
    everyMs: 10 * MINUTE_MS,
    run: endSessionsWithoutSecondStep,
  },
  { name: 'expire sign-ons', everyMs: 10 * MINUTE_MS, run: expireSignOns },
  { name: 'expire e-mail', everyMs: 10 * MINUTE_MS, run: expireMail },
  { name: 'expire notifications', everyMs: HOUR_MS, run: expireNotifications },
  { name: 'expire linked pages', everyMs: HOUR_MS, run: expireLinkedPages },
  { name: 'expire messages', everyMs: HOUR_MS, waits: true, run: deleteExpired },
  { name: 'expire records of sent scheduled messages', everyMs: HOUR_MS, run: expireSentRecords },
  { name: 'delete messages of deactivated users', everyMs: 5 * SECOND_MS, waits: true, run: removeRequested },
  { name: 'delete organizations', everyMs: 10 * MINUTE_MS, waits: true, run: deleteDueRealms },
  { name: 'make exports', everyMs: SECOND_MS, waits: true, isDue: isExportPending, run: makeExports },
  { name: 'expire exports', everyMs: HOUR_MS, waits: true, run: expireExports },
  {
    name: 'make exports of users',
    everyMs: SECOND_MS,
    waits: true,
    isDue: isPersonalExportPending,
    run: makePersonalExports,
  },
  { name: 'expire exports of users', everyMs: 10 * MINUTE_MS, waits: true, run: expirePersonalExports },
  {
    name: 'import from other chats',
    everyMs: SECOND_MS,
    waits: true,
    isDue: isImportWaiting,
    run: runImports,
  },
  { name: 'expire imports', everyMs: 10 * MINUTE_MS, waits: true, run: expireImports },
  { name: 'anchor audit trails', everyMs: DAY_MS, run: anchorAudits },
  { name: 'expire audit entries', everyMs: HOUR_MS, waits: true, run: pruneAudits },
  { name: 'expire unused files', everyMs: HOUR_MS, waits: true, run: expireUnusedFiles },
];

async function expireLinkedPages(world: World): Promise<void> {
  await expirePageJobs(world);
  await expirePages(world);
}

async function maintainLog({ pool, config, log }: World): Promise<void> {
  const { locked } = await maintainPartitions(pool, config.logDays);
  if (locked.length > 0)
    log.info({ partitions: locked }, 'log partitions wait for a lock on log_entry, will retry');
}

/** Rate limits, expiry times and event times of this node come from its own clock. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;

async function compareClocks({ pool, clock, metrics, warn }: World): Promise<void> {
  const difference = await clockDifferenceMs(pool, clock);
  metrics.clockDiffers(difference);
  if (difference > MAX_CLOCK_DIFFERENCE_MS)
    warn(
      `${Math.round(difference / 1000)} s apart`,
      'compare the clocks',
      'the clocks of this node and of PostgreSQL differ; synchronize both with NTP',
    );
}

function followKeys({ pool, sealer }: World): Promise<unknown> {
  return followSealingKeys(pool, sealer);
}

/** A restored row tells by this time how much of the history can be lost (`begin_epoch`). */
function recordEpochTime({ pool }: World): Promise<unknown> {
  return pool.all(sql`update epoch set seen_at = now() where seen_at < now() - interval '50 seconds'`);
}

/** Spreads the first runs, so that nodes that start together do not run all jobs at once. */
const MAX_FIRST_DELAY_MS = 10_000;

export function startJobs(world: World): () => void {
  const runs = createJobRuns(world);
  const warn = (name: string) => (error: unknown) => {
    world.warn(error, name, 'job failed, will retry');
  };
  const start = ({ name, everyMs }: Pick<Job, 'name' | 'everyMs'>, task: () => Promise<unknown>) =>
    every(
      world.clock,
      everyMs,
      () => underName(name, task),
      warn(name),
      world.random() * Math.min(everyMs, MAX_FIRST_DELAY_MS),
    );
  const look = createLook(world, jobs.filter(hasLook), { run: (job) => runs.run(job), warn });
  const own = jobs.filter((job) => !hasLook(job));
  const stops = own.map((job) => start(job, () => runs.run(job)));
  stops.push(start({ name: 'look for due work', everyMs: SECOND_MS }, look));
  stops.push(start({ name: 'record the runs of jobs', everyMs: MINUTE_MS }, runs.store));
  return () => {
    for (const stop of stops) stop();
  };
}

function hasLook(job: Job): job is Job & DueJob {
  return job.isDue !== undefined;
}
