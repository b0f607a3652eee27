import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { writtenBytes } from '../support/written-bytes.ts';

/** Processor microseconds of a backend of PostgreSQL and of this process with its threads, bytes of WAL, and time. */
export type Used = {
  readonly postgres: number;
  readonly node: number;
  readonly wal: number;
  readonly milliseconds: number;
};

/** Measures work that uses one backend. */
export async function meterOf(client: ClientBase): Promise<(work: () => Promise<unknown>) => Promise<Used>> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  return async (work) => {
    const wal = await writtenBytes(client);
    const postgres = await backendMicroseconds(pid);
    const started = performance.now();
    const node = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(node);
    const milliseconds = performance.now() - started;
    const after = await backendMicroseconds(pid);
    const written = (await writtenBytes(client)) - wal;
    return { postgres: after - postgres, node: user + system, wal: written, milliseconds };
  };
}

/** Time on a processor with the resolution of the scheduler, where clock ticks would be too coarse. */
async function backendMicroseconds(pid: number): Promise<number> {
  const [nanoseconds = '0'] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1_000;
}

export function sum(parts: readonly Used[]): Used {
  return parts.reduce((all, one) => ({
    postgres: all.postgres + one.postgres,
    node: all.node + one.node,
    wal: all.wal + one.wal,
    milliseconds: all.milliseconds + one.milliseconds,
  }));
}
