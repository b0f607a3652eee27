import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** The outcome for a client that sends more than the limit. */
export type Flooded = {
  /** Bytes that the node took before it ended the connection. */
  readonly sent: number;
  /** Everything that came back, unless the client did not read. */
  readonly answer: string;
  readonly isClosed: boolean;
};

export type Flood = {
  /** Sent first; the flood starts after the node has answered it if `awaitsAnswer`. */
  readonly head: string;
  readonly awaitsAnswer?: boolean;
  /** The nth piece of the flood; undefined ends it. */
  readonly piece: (n: number) => Buffer | undefined;
  readonly isReading?: boolean;
};

/** Milliseconds after which a client gives up that the node neither reads nor closes. */
const GIVE_UP_MS = 20_000;

/** Sends pieces as fast as the node takes them, until there are no more or the node closes the connection. */
export async function flood(
  url: string,
  { head, piece, awaitsAnswer = false, isReading = true }: Flood,
): Promise<Flooded> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let answer = '';
  let isClosed = false;
  let sent = 0;
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  socket.write(head);
  if (awaitsAnswer) await happens(socket, 'data');
  if (!isReading) socket.pause();
  for (let n = 0; !socket.destroyed; n += 1) {
    const bytes = piece(n);
    if (bytes === undefined) break;
    sent += bytes.length;
    if (!socket.write(bytes) && !(await happens(socket, 'drain'))) break;
  }
  if (!isClosed && isReading) await happens(socket, 'close');
  socket.destroy();
  return { sent, answer, isClosed };
}

/** False when it does not happen in time; the end of the connection ends the wait. */
function happens(socket: Socket, event: 'data' | 'drain' | 'close'): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      socket.off(event, done).off('close', done);
      resolve(true);
    };
    const timer = setTimeout(() => {
      socket.off(event, done).off('close', done);
      resolve(false);
    }, GIVE_UP_MS);
    socket.on(event, done).on('close', done);
  });
}

/** Memory that a process holds, in MiB; 0 if it has ended. */
export function residentMiB(pid: number): number {
  try {
    const [, kib = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return 0;
  }
}
