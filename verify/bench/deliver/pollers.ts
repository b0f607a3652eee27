import { connect, type Socket } from 'node:net';

/** Many long polls over plain sockets, so that the load generator costs less than the server. */
export type Pollers = {
  /** Sends one poll on every socket; resolves when all requests are written. */
  poll(request: (index: number) => string): Promise<void>;
  /** Waits for a response on every socket; returns the milliseconds of each since `start`. */
  answers(start: number): Promise<number[]>;
  /** Body of the last response on a socket. */
  body(index: number): string;
  /** Status line and headers of the last response on a socket. */
  head(index: number): string;
  close(): void;
};

export async function openPollers(port: number, count: number): Promise<Pollers> {
  const sockets: Socket[] = [];
  const bodies: string[] = [];
  const heads: string[] = [];
  const answeredAt: number[] = [];
  let missing = count;
  for (let first = 0; first < count; first += 500) {
    await Promise.all(
      Array.from({ length: Math.min(500, count - first) }, async (_, i) => {
        const index = first + i;
        const socket = await open(port);
        let buffer = '';
        socket.on('data', (chunk: Buffer) => {
          buffer += chunk.toString('latin1');
          const head = buffer.indexOf('\r\n\r\n');
          if (head === -1) return;
          const length = Number(/content-length: (\d+)/i.exec(buffer.slice(0, head))?.[1] ?? 0);
          if (buffer.length < head + 4 + length) return;
          heads[index] = buffer.slice(0, head);
          bodies[index] = buffer.slice(head + 4, head + 4 + length);
          if (answeredAt[index] === undefined) missing -= 1;
          answeredAt[index] = performance.now();
          buffer = buffer.slice(head + 4 + length);
        });
        sockets[index] = socket;
      }),
    );
  }
  return {
    poll: async (request) => {
      answeredAt.length = 0;
      missing = count;
      for (const [index, socket] of sockets.entries()) socket.write(request(index), 'latin1');
      await new Promise((resolve) => setImmediate(resolve));
    },
    answers: async (start) => {
      const end = performance.now() + 60_000;
      while (missing > 0) {
        if (performance.now() > end) throw new Error('Not every poll was answered within a minute.');
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      return answeredAt.map((at) => at - start);
    },
    body: (index) => bodies[index] ?? '',
    head: (index) => heads[index] ?? '',
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('connect', () => {
      socket.off('error', reject);
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
