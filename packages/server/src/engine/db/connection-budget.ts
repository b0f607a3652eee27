import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';

/** Connections that one node takes from PostgreSQL at most: those of its two pools, and one to read the sealing keys at its start. */
export function maxConnectionsOf({ database }: Pick<Config, 'database'>): number {
  return database.connections + database.expensiveConnections + 1;
}

/** The `application_name` of a node's connections: all nodes of a database can be added up from `pg_stat_activity`. */
export function nodeName(config: Pick<Config, 'database'>): string {
  return `parley node ${randomBytes(4).toString('hex')} of ${maxConnectionsOf(config)}`;
}

/** The largest number of connections of a node with this name; undefined for other programs. */
export function maxConnectionsIn(applicationName: string): number | undefined {
  const [, connections] = /^parley node [0-9a-f]{8} of (\d+)$/.exec(applicationName) ?? [];
  return connections === undefined ? undefined : Number(connections);
}
