import { connect, type Socket } from 'node:net';

/** Many WebSockets over plain sockets, so that the load generator costs less than the server. */
export type Listeners = {
  /** Waits for a frame on every socket; returns the milliseconds of each since `start`. */
  answers(start: number): Promise<number[]>;
  /** Last frame of a socket. */
  frame(index: number): string;
  /** Acknowledges all events up to an id on every socket. */
  acknowledge(id: number): void;
  close(): void;
};

export async function openListeners(
  port: number,
  count: number,
  request: (index: number) => string,
): Promise<Listeners> {
  const sockets: Socket[] = [];
  const frames: string[] = [];
  let heard: number[] = [];
  let missing = count;
  for (let first = 0; first < count; first += 200)
    await Promise.all(
      Array.from({ length: Math.min(200, count - first) }, async (_, i) => {
        const index = first + i;
        sockets[index] = await openStream(port, request(index), (frame) => {
          frames[index] = frame;
          if (heard[index] === undefined) missing -= 1;
          heard[index] = performance.now();
        });
      }),
    );
  return {
    answers: async (start) => {
      const end = performance.now() + 60_000;
      while (missing > 0) {
        if (performance.now() > end) throw new Error('Not every socket was told within a minute.');
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const taken = heard.map((at) => at - start);
      heard = [];
      missing = count;
      return taken;
    },
    frame: (index) => frames[index] ?? '',
    acknowledge: (id) => {
      const receipt = masked(JSON.stringify({ last_event_id: id }));
      for (const socket of sockets) socket.write(receipt);
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Opens a WebSocket and hands its frames to a listener. */
export function openStream(port: number, request: string, onFrame: (text: string) => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let buffer: Buffer = Buffer.alloc(0);
    let isOpen = false;
    socket.on('error', reject);
    socket.on('connect', () => {
      socket.write(request);
    });
    socket.on('data', (chunk: Buffer) => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
      if (!isOpen) {
        const end = buffer.indexOf('\r\n\r\n');
        if (end === -1) return;
        if (!buffer.subarray(0, 12).toString('latin1').includes('101')) {
          reject(new Error(`The socket was refused: ${buffer.toString('utf8')}`));
          return;
        }
        isOpen = true;
        buffer = buffer.subarray(end + 4);
        resolve(socket);
      }
      for (let frame = frameIn(buffer); frame !== undefined; frame = frameIn(buffer)) {
        buffer = buffer.subarray(frame.end);
        onFrame(frame.text);
      }
    });
  });
}

/** First complete frame of the received bytes; frames of servers are not masked. */
function frameIn(buffer: Buffer): { text: string; end: number } | undefined {
  if (buffer.length < 2) return undefined;
  const short = (buffer[1] ?? 0) & 127;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (buffer.length < start) return undefined;
  const length =
    short === 126 ? buffer.readUInt16BE(2) : short === 127 ? Number(buffer.readBigUInt64BE(2)) : short;
  const end = start + length;
  return buffer.length < end ? undefined : { text: buffer.toString('utf8', start, end), end };
}

/** Text frame of a client, masked with zeros. */
export function masked(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

export function upgradeRequest(path: string, headers: string): string {
  return (
    `GET ${path} HTTP/1.1\r\n${headers}connection: Upgrade\r\nupgrade: websocket\r\n` +
    'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
  );
}
