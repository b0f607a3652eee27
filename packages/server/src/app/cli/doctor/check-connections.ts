import type { Config } from '../../../engine/config.ts';
import { maxConnectionsIn, maxConnectionsOf } from '../../../engine/db/connection-budget.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { warning, failed, passed, type CheckResult } from './check-result.ts';

/** Connections kept free for commands, backups and psql. */
const SPARE_CONNECTIONS = 5;

/** Compares the connections that all nodes may take with those that PostgreSQL allows. */
export async function checkConnections(reader: Reader, config: Config): Promise<CheckResult> {
  const rows = await reader.all(sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity where application_name like 'parley node %'`);
  const limits = await reader.first(sql<{ max: number; reserved: number; used: number }>`
    select current_setting('max_connections')::int as max,
           current_setting('superuser_reserved_connections')::int as reserved,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`);
  return judgeConnections(
    rows.flatMap(({ name }) => maxConnectionsIn(name) ?? []),
    maxConnectionsOf(config),
    limits ?? { max: 0, reserved: 0, used: 0 },
  );
}

/** `running` has the largest number of each node; a node that does not run yet is counted by its configuration. */
export function judgeConnections(
  running: readonly number[],
  own: number,
  { max, reserved, used }: { readonly max: number; readonly reserved: number; readonly used: number },
): CheckResult {
  const nodes = running.length === 0 ? [own] : running;
  const wanted = nodes.reduce((sum, connections) => sum + connections, 0);
  const free = max - reserved;
  const found = `${nodes.length === 1 ? '1 node takes' : `${nodes.length} nodes take`} at most ${wanted} of ${free}, ${used} are open`;
  if (free < wanted)
    return failed(
      'connections',
      found,
      `Set max_connections to at least ${wanted + reserved + SPARE_CONNECTIONS}, or lower PARLEY_DATABASE_CONNECTIONS.`,
    );
  if (free < wanted + SPARE_CONNECTIONS)
    return warning(
      'connections',
      found,
      'Few connections are left for commands and backups: raise max_connections.',
    );
  return passed('connections', found);
}
