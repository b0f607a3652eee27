import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from './eventually.ts';

/** Node.js has no unix datagram sockets. File descriptors that come with a message are closed, which ends a barrier. */
const RECEIVER = `
import os, socket, sys
server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
server.bind(sys.argv[1])
print("bound", flush=True)
while True:
    data, descriptors, _, _ = socket.recv_fds(server, 4096, 4)
    for descriptor in descriptors: os.close(descriptor)
    print(data.decode(), flush=True)
`;

export type NotifySocket = {
  readonly path: string;
  /** Assignments that services have sent, one to a line. */
  lines(): readonly string[];
  close(): Promise<void>;
};

/** The socket at which systemd listens to its services. */
export async function listenAsSystemd(): Promise<NotifySocket> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-notify-'));
  const socket = path.join(directory, 'socket');
  const receiver = spawn('python3', ['-c', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const lines = (): string[] => output.split('\n').filter((line) => line.includes('='));
  await until(() => output.startsWith('bound'));
  return {
    path: socket,
    lines,
    close: async () => {
      receiver.kill();
      await rm(directory, { recursive: true });
    },
  };
}
