import { startServer } from '@parley/server/app/start.ts';
import { catchUpLostQueues } from '@parley/server/chat/notifications/reader/catch-up.ts';
import { sendDueBatches } from '@parley/server/chat/notifications/email/send-batches.ts';
import { deliverPushes } from '@parley/server/chat/notifications/push/deliver-pushes.ts';
import { queuePushes } from '@parley/server/chat/notifications/push/queue-pushes.ts';
import { sendDueMail } from '@parley/server/app/jobs/send-mail.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';

/** The servers of a run. */
export type Nodes = {
  readonly url: string;
  readonly kills: number;
  /** Ends all processes as a crash would, and starts them again. */
  crash(): Promise<void>;
  stop(): Promise<void>;
};

const JOB_PAUSE_MS = 20;

/** One server in this process, whose jobs run without a pause. */
export async function startQuickNode(environment: Readonly<Record<string, string>>): Promise<Nodes> {
  const server = await startServer(readConfig({ ...environment, PARLEY_PORT: '0' }));
  const { world } = server;
  let isRunning = true;
  const run = async (): Promise<void> => {
    while (isRunning) {
      for (const job of [catchUpLostQueues, queuePushes, deliverPushes, sendDueBatches, sendDueMail])
        await job(world).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, JOB_PAUSE_MS));
    }
  };
  const running = run();
  return {
    url: server.url,
    kills: 0,
    crash: async () => {},
    stop: async () => {
      isRunning = false;
      await running;
      await server.stop();
    },
  };
}

/** Server processes that share the work. Clients use the first. */
export async function startProcesses(
  environment: Readonly<Record<string, string>>,
  count: number,
): Promise<Nodes> {
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()));
  const start = (): Promise<ServerProcess[]> =>
    Promise.all(ports.map((port) => startServerProcess(environment, port)));
  let processes = await start();
  let kills = 0;
  return {
    url: processes[0]?.url ?? '',
    get kills() {
      return kills;
    },
    crash: async () => {
      await Promise.all(processes.map((one) => one.kill()));
      kills += processes.length;
      processes = await start();
    },
    stop: async () => {
      await Promise.all(processes.map((one) => one.kill()));
    },
  };
}
