import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '@parley/client/connection.ts';
import { ApiError } from '@parley/client/errors.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { Organization } from './stage.ts';

/** A message that was acknowledged: when its first attempt began, and when it was acknowledged. */
export type Sent = { readonly id: number; readonly text: string; readonly from: number; readonly at: number };
export type Received = { readonly id: number; readonly text: string; readonly at: number };

/** Messages that clients of one organization sent and received. */
export type Traffic = {
  readonly organization: Organization;
  readonly sent: Sent[];
  /** By reader. */
  readonly received: Received[][];
  /** Polls that were not answered with events, by time. */
  readonly failedPolls: { readonly at: number; readonly why: string }[];
  /** Sends that were refused for good. */
  readonly refusals: string[];
  polls: number;
  /** While its organization moves, the first user also sends past the balancer. */
  isMoving: boolean;
  /** Ends the senders, and the readers once they have everything. */
  stop(): Promise<void>;
};

/** Shorter than the server asks for, so that the measured pause is that of the server. */
const RETRY_MS = 20;
/** Short enough that several messages are sent past the balancer between the change of its map and the departure. */
const STRAIGHT_PAUSE_MS = 5;
const IDLE_MS = 50;
const SETTLE_MS = 30_000;

/** Each user sends one message after another, with a pause between them. */
export async function startTraffic(organization: Organization, sendPauseMs: number): Promise<Traffic> {
  const traffic: Traffic = {
    organization,
    sent: [],
    received: [],
    failedPolls: [],
    refusals: [],
    polls: 0,
    isMoving: false,
    stop: async () => {
      isOver.sending = true;
      await Promise.all(senders);
      const end = performance.now() + SETTLE_MS;
      const hasAll = (): boolean => traffic.received.every((got) => got.length >= traffic.sent.length);
      while (!hasAll() && performance.now() < end) await pause(50);
      isOver.reading = true;
      // A message ends the polls that wait.
      await sendOne(traffic, through(organization, 0), 'the end').catch(() => {});
      await Promise.race([Promise.all(readers), pause(5_000)]);
    },
  };
  const isOver = { sending: false, reading: false };
  const [first, ...others] = organization.users.keys();
  const readers: Promise<void>[] = [];
  for (const user of [first ?? 0, ...others.slice(0, 1)])
    readers.push((await startReader(traffic, user, isOver)).ended);
  const senders: Promise<void>[] = organization.users.map(async (_, user) => {
    for (let n = 0; !isOver.sending; n += 1) {
      await sendOne(traffic, through(organization, user), `${organization.name} ${user} ${n}`);
      await pause(sendPauseMs);
    }
  });
  senders.push(sendStraight(traffic, isOver));
  return traffic;
}

/** A connection for each attempt to send; it is told that the organization has moved. */
type Way = { readonly connection: () => Connection | undefined; readonly moved: () => void };

function through({ users }: Organization, user: number): Way {
  return { connection: () => users[user]?.connection, moved: () => {} };
}

/** Requests that no map of a balancer keeps from the old cell: it must stop writes itself. */
async function sendStraight(traffic: Traffic, isOver: { readonly sending: boolean }): Promise<void> {
  const { name, straight, cell } = traffic.organization;
  let at = cell;
  const way: Way = {
    connection: () => straight[at],
    moved: () => {
      at = 1 - at;
    },
  };
  for (let n = 0; !isOver.sending; n += 1) {
    if (traffic.isMoving) await sendOne(traffic, way, `${name} straight ${n}`);
    await pause(traffic.isMoving ? STRAIGHT_PAUSE_MS : IDLE_MS);
  }
}

/** Sends to all users of the organization until it is acknowledged, each time with the same key. */
async function sendOne({ organization, sent, refusals }: Traffic, way: Way, text: string): Promise<void> {
  const [idempotencyKey, from] = [randomUUID(), performance.now()];
  const to = organization.users.map(({ id }) => id);
  for (;;)
    try {
      const answer = await way
        .connection()
        ?.call(sendMessage, { type: 'direct', to, content: text }, { idempotencyKey });
      if (text !== 'the end') sent.push({ id: answer?.id ?? 0, text, from, at: performance.now() });
      return;
    } catch (error) {
      if (error instanceof ApiError && ![421, 429, 503, 502, 504].includes(error.status)) {
        refusals.push(`"${text}": ${error.status} ${error.message}`);
        return;
      }
      if (error instanceof ApiError && error.status === 421) way.moved();
      await pause(RETRY_MS);
    }
}

async function startReader(
  traffic: Traffic,
  user: number,
  isOver: { readonly reading: boolean },
): Promise<{ readonly ended: Promise<void> }> {
  const { connection } = traffic.organization.users[user] ?? {};
  if (connection === undefined) throw new Error(`There is no user ${user}.`);
  const queue = await connection.call(registerQueue, { event_types: ['message'], apply_markdown: false });
  const got: Received[] = [];
  traffic.received.push(got);
  let last = queue.last_event_id;
  const read = async (): Promise<void> => {
    while (!isOver.reading)
      try {
        const { events } = await connection.call(getEvents, {
          queue_id: queue.queue_id,
          last_event_id: last,
        });
        traffic.polls += 1;
        for (const event of events) {
          last = Math.max(last, event.id);
          if (event.type === 'message' && event.message.content !== 'the end')
            got.push({ id: event.message.id, text: event.message.content, at: performance.now() });
        }
      } catch (error) {
        const why = error instanceof ApiError ? `${error.status} ${error.code}` : 'no answer';
        traffic.failedPolls.push({ at: performance.now(), why });
        if (error instanceof ApiError && error.status < 420) return;
        await pause(RETRY_MS);
      }
  };
  return { ended: read() };
}
