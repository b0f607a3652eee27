import { Client, type ClientConfig } from 'pg';
import { columnTypes } from './column-types.ts';

/** Runs work on a connection of its own, for statements that the limits of a node's pool would end. */
export async function withClient<T>(
  databaseUrl: string,
  work: (client: Client) => Promise<T>,
  options: Pick<ClientConfig, 'application_name'> = {},
): Promise<T> {
  const client = new Client({ connectionString: databaseUrl, types: columnTypes, ...options });
  // A connection that is lost between statements must not end the process: the next statement fails.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
