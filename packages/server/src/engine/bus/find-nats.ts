import { connectNats, type NatsConfig } from './nats-connection.ts';

/** Verifies the connection with a round trip; returns the version of the server. */
export async function findNats(config: NatsConfig): Promise<string> {
  const connection = await connectNats(config);
  try {
    await connection.flush();
    return connection.info?.version ?? 'of an unknown version';
  } finally {
    await connection.close();
  }
}
