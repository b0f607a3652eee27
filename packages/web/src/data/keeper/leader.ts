import { ApiError, followBatches, type Client, type ServerEvent, type Update } from '@parley/client';
import { waitAfter } from '@parley/client/backoff.ts';
import { sleep } from '@parley/client/clock.ts';
import { deleteQueue } from '@parley/contract/endpoints/queues.ts';
import { getOwnUser } from '@parley/contract/endpoints/users.ts';
import type { ChatClock } from '../clock.ts';
import { reportFault } from '../faults.ts';
import type { Backlog } from './backlog.ts';
import type { Replica } from './replica.ts';
import { registration } from './registration.ts';
import type { TabMessage } from './tabs.ts';

export type LeaderWorld = {
  readonly client: Client;
  readonly clock: ChatClock;
  readonly userId: number;
  readonly replica: Replica;
  readonly backlog: Backlog;
  /** Resolves when a state from the disk is complete or was dropped. */
  readonly restored: Promise<void>;
  readonly post: (message: TabMessage) => void;
  readonly onChange: () => void;
  /** Takes the function that asks the server at once whether it can be reached. */
  readonly setCheck: (check: Check) => void;
};

/** A check that is not forced leaves a question that is under way alone. */
export type Check = (isForced: boolean) => void;

/** The session belongs to another user than the data of this keeper. */
export class OtherUserError extends Error {
  override readonly name = 'OtherUserError';
  readonly userId: number | undefined;
  constructor(userId: number | undefined) {
    super(`The session belongs to user ${userId ?? 'unknown'}.`);
    this.userId = userId;
  }
}

/** Time in which the cookie of a new session arrives. */
const RENEWAL_MS = 1_000;
/** Rest behind a batch: what happens in it comes together, so that a busy organization is drawn ten times a second. */
const REST_MS = 100;
/** Faults in a row at one place of the queue, after which a new snapshot takes its place. */
const MAX_FAULTS_AT_PLACE = 3;

/**
 * Reads the queue from this tab's own place, and passes on what it brings. Only the end of the session ends it: after any
 * other fault it reads again from the same place.
 */
export async function leadQueue(world: LeaderWorld, signal: AbortSignal): Promise<void> {
  const { client, clock, replica, post } = world;
  let faults = 0;
  let place = replica.cursor()?.lastEventId;
  while (!signal.aborted)
    try {
      if (await readQueue(world, signal)) return;
    } catch (error) {
      replica.fail(error);
      const isEnd = isEndOfSession(error);
      if (isEnd && !(await isRenewed(world, error, signal))) {
        replica.setLink({ status: 'ended', asOf: replica.source.link.get().asOf, error });
        post({ kind: 'link', link: { status: 'ended', asOf: clock.now() } });
        return;
      }
      if (!isEnd) reportFault(error);
      showOffline(world, error);
      const now = replica.cursor()?.lastEventId;
      faults = now === place ? faults + 1 : 1;
      place = now;
      if (faults % MAX_FAULTS_AT_PLACE === 0) replica.drop();
      await sleep(clock, waitAfter(faults, error, clock.random, client.waiting.backoff), signal);
    }
}

/** Whether the browser has another session of the user, because the user has logged in again in one of its tabs. */
async function isRenewed(
  { client, clock, userId }: LeaderWorld,
  error: unknown,
  signal: AbortSignal,
): Promise<boolean> {
  if (error instanceof OtherUserError) return false;
  // The end of the old session may arrive before the cookie of the new one.
  await sleep(clock, RENEWAL_MS, signal);
  try {
    return (await client.connection.call(getOwnUser, {}, { signal })).user_id === userId;
  } catch (refusal) {
    return !isEndOfSession(refusal);
  }
}

/** The server no longer knows the session, or it belongs to another user. */
export function isEndOfSession(error: unknown): boolean {
  return error instanceof OtherUserError || (error instanceof ApiError && error.status === 401);
}

/**
 * Reads until the end; false if it must start over: after a check, without the state from the disk, or with a new
 * registration where events tell too little.
 */
async function readQueue(world: LeaderWorld, signal: AbortSignal): Promise<boolean> {
  const { client, clock, replica, backlog } = world;
  const from = replica.cursor();
  if (from !== undefined) backlog.reset(from);
  const stopping = new AbortController();
  const ending = AbortSignal.any([signal, stopping.signal]);
  let isAsking = true;
  world.setCheck((isForced) => {
    if (isForced || !isAsking) stopping.abort();
  });
  const updates = followBatches(client.connection, {
    ...client.waiting,
    register: registration,
    knownUsers: async () => {
      await world.restored;
      return replica.known();
    },
    ...(from === undefined ? {} : { from }),
    keepQueue: true,
    clock,
    signal: ending,
    onTrouble: ({ error }) => {
      isAsking = false;
      showOffline(world, error);
    },
  });
  for await (const update of updates) {
    isAsking = false;
    await world.restored;
    if (update.kind === 'batch' && replica.cursor() === undefined) {
      stopping.abort();
      return false;
    }
    if (signal.aborted) break;
    if (update.kind === 'batch' && update.events.some(isJoin)) {
      stopping.abort();
      leaveQueue(world);
      return false;
    }
    take(world, update);
    if (update.kind === 'batch' && update.events.length > 0) await sleep(clock, REST_MS, ending);
  }
  return signal.aborted || !stopping.signal.aborted;
}

/** No event tells which messages of a channel are unread when the user joins it again. */
function isJoin(event: ServerEvent): boolean {
  return event.type === 'subscription' && event.op === 'add';
}

function leaveQueue({ client, replica }: LeaderWorld): void {
  const queueId = replica.cursor()?.queueId;
  replica.outdate();
  // A queue that cannot be deleted expires.
  if (queueId !== undefined)
    void client.connection.call(deleteQueue, { queue_id: queueId }).catch(() => undefined);
}

export function showOffline(tab: Pick<LeaderWorld, 'replica' | 'post'>, error?: unknown): void {
  const { asOf } = tab.replica.source.link.get();
  tab.replica.setLink({ status: 'offline', asOf, ...(error === undefined ? {} : { error }) });
  tab.post({ kind: 'link', link: { status: 'offline', asOf } });
}

function take({ clock, userId, replica, backlog, post, onChange }: LeaderWorld, update: Update): void {
  const link = { status: 'live', asOf: clock.now() } as const;
  if (update.kind === 'snapshot') {
    const { state } = update;
    if (state.user_id !== undefined && state.user_id !== userId) throw new OtherUserError(state.user_id);
    const point = { state, queueId: state.queue_id, lastEventId: state.last_event_id };
    backlog.reset(point);
    replica.replace(point);
    post({ kind: 'registered' });
  } else {
    const cursor = replica.cursor();
    if (cursor === undefined) return;
    const { queueId, lastEventId: from } = cursor;
    const { events, lastEventId } = update;
    backlog.add(events);
    post({ kind: 'events', queueId, from, lastEventId, events });
    replica.extend(queueId, from, events, lastEventId);
  }
  replica.setLink(link);
  post({ kind: 'link', link });
  onChange();
}
