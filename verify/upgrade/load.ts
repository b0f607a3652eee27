import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterUser } from '../cluster/organization.ts';
import {
  hangUp,
  pollLightly,
  registerLightly,
  request,
  sendLightly,
  type LightQueue,
} from '../chaos/proofs/light-client.ts';

/** Requests of all clients during one phase. A failure is a response other than 200, or none. */
export type Phase = {
  readonly name: string;
  seconds: number;
  sends: number;
  polls: number;
  others: number;
  slowestMs: number;
  readonly failures: string[];
};

export type Load = {
  readonly queues: readonly LightQueue[];
  /** Ids of the messages that were acknowledged. */
  readonly sent: readonly number[];
  readonly phases: readonly Phase[];
  /** Requests count for this phase from now on. */
  begin(phase: string): void;
  /** Ends the senders, and waits until every queue has received every message. */
  finish(): Promise<void>;
  stop(): Promise<void>;
};

export type Crowd = {
  readonly senders: readonly ClusterUser[];
  readonly newcomer: ClusterUser;
  readonly channelId: number;
};

const QUEUES_PER_USER = 4;
const SEND_PAUSE_MS = 100;
const READ_PAUSE_MS = 100;
/** Slow enough to stay below the server's limit of 200 queues per user. */
const REGISTER_PAUSE_MS = 1_000;
const CATCH_UP_MS = 20_000;

/** Senders, readers, registrations and polls through the balancer. No request is retried, except failed polls. */
export async function startLoad(
  url: string,
  { senders, newcomer, channelId }: Crowd,
  first: string,
): Promise<Load> {
  const queues: LightQueue[] = [];
  for (const user of senders)
    for (let n = 0; n < QUEUES_PER_USER; n += 1) queues.push(await registerLightly(url, user));
  const sent: number[] = [];
  const phases: Phase[] = [];
  let current = emptyPhase(first);
  let since = performance.now();
  const [enough, over] = [new AbortController(), new AbortController()];
  const polling = queues.map((queue) => pollLightly(url, queue, over.signal));

  const closePhase = (): void => {
    current.seconds = (performance.now() - since) / 1_000;
    current.polls = queues.reduce((sum, { answers }) => sum + answers, 0) - total(phases, 'polls');
    for (const { failures } of queues)
      current.failures.push(...failures.splice(0).map((failure) => `poll ${failure.trim()}`));
    phases.push(current);
    since = performance.now();
  };
  const measure = async (
    kind: 'sends' | 'others',
    name: string,
    work: () => Promise<{ status: number; body: string }>,
  ): Promise<void> => {
    const phase = current;
    const from = performance.now();
    const { status, body } = await work().catch((error: unknown) => ({ status: 0, body: String(error) }));
    phase[kind] += 1;
    phase.slowestMs = Math.max(phase.slowestMs, performance.now() - from);
    if (status !== 200) phase.failures.push(`${name} ${status} ${body.slice(0, 160).trim()}`);
  };
  const repeat = async (pauseMs: number, work: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 0; !enough.signal.aborted; n += 1) {
      await work(n);
      await pause(pauseMs);
    }
  };
  const speak = (user: ClusterUser): Promise<void> =>
    repeat(SEND_PAUSE_MS, (n) =>
      measure('sends', 'send', async () => {
        const answer = await sendLightly(url, user, channelId, `${user.id} says ${n}`);
        if (answer.id !== undefined) sent.push(answer.id);
        return answer;
      }),
    );
  const read = (user: ClusterUser): Promise<void> =>
    repeat(READ_PAUSE_MS, (n) =>
      measure('others', 'read', () => {
        const [path, fields] = READS[n % READS.length] ?? READS[0];
        return request(url, user, 'GET', path, fields);
      }),
    );
  const register = (): Promise<void> =>
    repeat(REGISTER_PAUSE_MS, () =>
      measure('others', 'register', () => request(url, newcomer, 'POST', '/register', {})),
    );
  const busy = [...senders.map(speak), ...senders.slice(0, 2).map(read), register()];
  return {
    queues,
    sent,
    phases,
    begin: (name) => {
      closePhase();
      current = emptyPhase(name);
    },
    finish: async () => {
      enough.abort();
      await Promise.all(busy);
      const end = performance.now() + CATCH_UP_MS;
      while (performance.now() < end && queues.some(({ received }) => received.length < sent.length))
        await pause(20);
      closePhase();
    },
    stop: async () => {
      enough.abort();
      over.abort();
      hangUp();
      await Promise.all([...busy, ...polling]);
    },
  };
}

/** Reads of users, channels and messages: most of the tables that a migration may change. */
const READS = [
  ['/users/me', {}],
  ['/users', {}],
  ['/users/me/subscriptions', {}],
  ['/streams', {}],
  ['/messages', { anchor: 'newest', num_before: '20', num_after: '0' }],
] as const;

function emptyPhase(name: string): Phase {
  return { name, seconds: 0, sends: 0, polls: 0, others: 0, slowestMs: 0, failures: [] };
}

function total(phases: readonly Phase[], key: 'polls'): number {
  return phases.reduce((sum, phase) => sum + phase[key], 0);
}
