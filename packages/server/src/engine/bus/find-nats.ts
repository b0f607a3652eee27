import { connectNats, type NatsConfig } from './nats-connection.ts';

/** Says something to the server and waits until it has arrived; answers the server's version. */
export async function findNats(config: NatsConfig): Promise<string> {
  const connection = await connectNats(config);
  try {
    await connection.flush();
    return connection.info?.version ?? 'of an unknown version';
  } finally {
    await connection.close();
  }
}
