import { Client } from 'pg';
import type { Stage } from './stage.ts';

/** Runs a statement on the cluster's PostgreSQL as its superuser, on a way that no link disturbs. */
export async function onServer<T>({ postgres }: Pick<Stage, 'postgres'>, statement: string): Promise<T[]> {
  const client = new Client({ connectionString: postgres.url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows as T[];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Process ids of those who serve the nodes. */
export async function backendsOf(stage: Pick<Stage, 'postgres'>): Promise<number[]> {
  const rows = await onServer<{ pid: number }>(
    stage,
    `select pid from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`,
  );
  return rows.map(({ pid }) => pid);
}
