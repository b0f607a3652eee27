import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '@parley/server/engine/config.ts';

export type S3Process = {
  readonly settings: NonNullable<Config['files']['s3']>;
  stop(): Promise<void>;
};

const SERVER = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');

/** An object store in a process of its own, on a directory of its own. */
export async function startS3(): Promise<S3Process> {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-s3-'));
  const child = spawn(
    process.execPath,
    [SERVER, '-d', directory, '-a', '127.0.0.1', '-p', '0', '--configure-bucket', 'parley'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await new Promise<number>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (piece: Buffer) => {
      said += piece.toString();
      const [, found] = /listening on \S+?:(\d+)/i.exec(said) ?? [];
      if (found !== undefined) resolve(Number(found));
    });
    child.once('error', reject);
    child.once('exit', () => {
      reject(new Error(`The object store ended: ${said}`));
    });
  });
  return {
    settings: {
      bucket: 'parley',
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      keyId: 'S3RVER',
      secret: 'S3RVER',
      pathStyle: true,
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
