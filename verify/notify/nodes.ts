import { startServer } from '@parley/server/app/start.ts';
import { sendDueMail } from '@parley/server/app/jobs/send-mail.ts';
import { sendDueBatches } from '@parley/server/chat/notifications/email/send-batches.ts';
import { deliverPushes } from '@parley/server/chat/notifications/push/deliver-pushes.ts';
import { queuePushes } from '@parley/server/chat/notifications/push/queue-pushes.ts';
import { catchUpLostQueues } from '@parley/server/chat/notifications/reader/catch-up.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';

/** The servers of a run. */
export type Nodes = {
  readonly url: string;
  readonly kills: number;
  /** Performs requests while all nodes run: one without an answer may have taken effect or not. */
  whileRunning<T>(perform: () => Promise<T>): Promise<T>;
  /** Runs the jobs of notifications without waiting for their time. */
  work(): Promise<void>;
  stop(): Promise<void>;
};

const JOBS = [catchUpLostQueues, queuePushes, deliverPushes, sendDueBatches, sendDueMail] as const;

/** One server in this process. */
export async function startQuickNode(environment: Readonly<Record<string, string>>): Promise<Nodes> {
  const server = await startServer(readConfig({ ...environment, PARLEY_PORT: '0' }));
  return {
    url: server.url,
    kills: 0,
    whileRunning: (perform) => perform(),
    work: async () => {
      for (const job of JOBS) await job(server.world).catch(() => {});
    },
    stop: async () => {
      await server.stop();
    },
  };
}

const MIN_LIFE_MS = 2_000;
const MAX_LIFE_MS = 8_000;
const JOB_PAUSE_MS = 100;

/** Server processes that share the work, and that are all killed every few seconds. Clients use the first. */
export async function startKilledProcesses(
  world: World,
  environment: Readonly<Record<string, string>>,
  count: number,
): Promise<Nodes> {
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const start = (): Promise<ServerProcess[]> =>
    Promise.all(ports.map((port) => startServerProcess(environment, port)));
  let processes = await start();
  let kills = 0;
  let isRunning = true;
  const gate = createGate();
  const crash = async (): Promise<void> => {
    await Promise.all(processes.map((one) => one.kill()));
    kills += processes.length;
    await expireClaims(world);
    processes = await start();
  };
  const crashes = (async (): Promise<void> => {
    while (isRunning) {
      await pauseMs(MIN_LIFE_MS + Math.random() * (MAX_LIFE_MS - MIN_LIFE_MS));
      await gate.alone(crash);
    }
  })();
  return {
    url: processes[0]?.url ?? '',
    get kills() {
      return kills;
    },
    whileRunning: (perform) => gate.together(perform),
    work: () => pauseMs(JOB_PAUSE_MS),
    stop: async () => {
      isRunning = false;
      await crashes;
      await Promise.all(processes.map((one) => one.kill()));
    },
  };
}

/** A node that was killed leaves claims, which would expire after minutes. */
async function expireClaims({ pool }: World): Promise<void> {
  await pool.all(sql`update push_delivery set due_at = now() where tries > 0`);
  await pool.all(sql`update mail set next_try_at = now() where tries > 0`);
}

type Gate = {
  together<T>(perform: () => Promise<T>): Promise<T>;
  /** Waits until nothing is performed together, and holds back what comes. */
  alone(perform: () => Promise<void>): Promise<void>;
};

function createGate(): Gate {
  let inFlight = 0;
  let closed: Promise<void> | undefined;
  let whenEmpty = (): void => {};
  return {
    together: async (perform) => {
      while (closed !== undefined) await closed;
      inFlight += 1;
      try {
        return await perform();
      } finally {
        inFlight -= 1;
        if (inFlight === 0) whenEmpty();
      }
    },
    alone: async (perform) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      if (inFlight > 0)
        await new Promise<void>((empty) => {
          whenEmpty = empty;
        });
      await perform();
      closed = undefined;
      resolve();
    },
  };
}

function pauseMs(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
