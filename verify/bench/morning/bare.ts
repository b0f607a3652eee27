import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@parley/test-support/free-port.ts';
import { costMeter } from '../support/costs.ts';
import { repeatRequest } from './repeat-request.ts';

/** Measures a bare server that sends the same bytes, over the same number of connections. */
export async function bareEngine(
  answer: string,
  requests: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<{ rate: number; milliseconds: number }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-bare-'));
  const file = path.join(directory, 'answer');
  await writeFile(file, answer);
  const port = await freePort();
  const bare = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'bare-server.ts'), String(port), file],
    {
      stdio: 'ignore',
    },
  );
  try {
    await untilItListens(port);
    await repeatRequest(port, requests, { connections, seconds: 1 });
    const meter = costMeter({ server: bare.pid ?? 0, postgres: 0, load: process.pid });
    const start = await meter();
    const { answered, seconds: took } = await repeatRequest(port, requests, { connections, seconds });
    const { server } = start.until(await meter(), answered);
    return { rate: answered / took, milliseconds: server / 1_000 };
  } finally {
    bare.kill('SIGKILL');
    await rm(directory, { recursive: true });
  }
}

async function untilItListens(port: number): Promise<void> {
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST' }).then(
      (response) => response.arrayBuffer().then(() => true),
      () => false,
    );
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
