import { Client } from 'pg';
import type { FaultyCluster } from './faulty-cluster.ts';

/** Runs a statement on the cluster's PostgreSQL as superuser, without a link in between. */
export async function onServer<T>(
  { postgres }: Pick<FaultyCluster, 'postgres'>,
  statement: string,
): Promise<T[]> {
  const client = new Client({ connectionString: postgres.url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(statement)).rows as T[];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Process ids of the backends that serve the nodes. */
export async function backendsOf(stage: Pick<FaultyCluster, 'postgres'>): Promise<number[]> {
  const rows = await onServer<{ pid: number }>(
    stage,
    `select pid from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() order by pid`,
  );
  return rows.map(({ pid }) => pid);
}
