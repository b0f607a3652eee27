import type { Client } from 'pg';

/** PostgreSQL has no connection left for a test or verifier. The message says everything, so there is no stack. */
export class ConnectionsError extends Error {
  override readonly name = 'ConnectionsError';

  constructor(server: string, max: number | undefined, reason: string) {
    const bound = max === undefined ? '' : ` (${max})`;
    super(`PostgreSQL at ${new URL(server).host} accepts no more connections${bound}: ${reason}`);
    this.stack = `${this.name}: ${this.message}`;
  }
}

const TOO_MANY_CONNECTIONS = '53300';

/** Connects, or tells in one line that no connection is left. */
export async function connectTo(client: Client, server: string): Promise<void> {
  await client.connect().catch((error: unknown) => {
    const isRefused = error instanceof Error && 'code' in error && error.code === TOO_MANY_CONNECTIONS;
    throw isRefused ? new ConnectionsError(server, undefined, error.message) : error;
  });
}

/** A superuser, who has reserved connections, looks whether others can still connect. */
export async function checkConnections(client: Client, server: string): Promise<void> {
  const { rows } = await client.query<{ max: number; reserved: number; used: number }>(
    `select current_setting('max_connections')::int as max,
            current_setting('superuser_reserved_connections')::int as reserved,
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  );
  const [{ max, reserved, used } = { max: 0, reserved: 0, used: 0 }] = rows;
  if (used >= max - reserved) throw new ConnectionsError(server, max, `${used} are in use`);
}

/** Ends a command with the one line of such an error. */
export function explainConnectionsErrors(): void {
  process.on('uncaughtException', (error) => {
    console.error(error instanceof ConnectionsError ? error.message : error);
    process.exit(1);
  });
}
