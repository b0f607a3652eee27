import { connect } from 'node:net';

/** Sends bytes as they are and answers with everything that comes back until the server closes or is quiet. */
export function sendRaw(url: string, bytes: string | Buffer, quietMs = 300): Promise<string> {
  return sendInPieces(url, [bytes], quietMs);
}

/** The same with a pause between the pieces, as they would arrive over a slow line. */
export function sendInPieces(
  url: string,
  pieces: readonly (string | Buffer)[],
  quietMs = 300,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let got = '';
    let timer: NodeJS.Timeout | undefined;
    const done = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(got);
    };
    socket.on('connect', () => {
      for (const [index, piece] of pieces.entries()) setTimeout(() => socket.write(piece), index * 50);
    });
    socket.on('data', (chunk) => {
      got += chunk.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(done, quietMs);
    });
    socket.on('close', done);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET' || error.code === 'EPIPE') done();
      else reject(error);
    });
  });
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
}

export function bodyOf(answer: string): string {
  return answer.slice(answer.indexOf('\r\n\r\n') + 4);
}
