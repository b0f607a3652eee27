import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 5_000;

/** Tells systemd what the server does, so that one that does not serve is not shown as running. */
export type ServiceManager = {
  readonly ready: () => Promise<void>;
  readonly stopping: () => Promise<void>;
  /** A line for `systemctl status`. */
  readonly status: (text: string) => Promise<void>;
};

/**
 * Uses systemd's own program, because Node.js has no unix datagram sockets: units of `Type=notify` need `NotifyAccess=all`.
 * Without a socket nothing is told.
 */
export function createServiceManager(
  socket: string | undefined,
  warn: (error: unknown) => void,
): ServiceManager {
  const tell = async (...assignments: readonly string[]): Promise<void> => {
    if (socket === undefined) return;
    const options = { env: { NOTIFY_SOCKET: socket }, timeout: TIMEOUT_MS };
    await run('systemd-notify', [...assignments], options).catch(warn);
  };
  return {
    ready: () => tell('READY=1', 'STATUS=Serving requests'),
    stopping: () => tell('STOPPING=1', 'STATUS=Shutting down'),
    status: (text) => tell(`STATUS=${text}`),
  };
}
