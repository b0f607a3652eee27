import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import type { Config } from '../config.ts';

export type NatsConfig = NonNullable<Config['nats']>;

/** How long the server may take to greet us. */
const HANDSHAKE_MS = 2_000;
/** A server that answers neither of two pings is gone, although its socket may still be open. */
const PING_MS = 5_000;
const RETRY_MS = 250;

/** Connects once, or throws; a connection that is lost later comes back by itself. */
export async function connectNats(config: NatsConfig): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node');
  return connect(optionsOf(config));
}

function optionsOf({ url, user, password }: NatsConfig): NodeConnectionOptions {
  return {
    servers: url.replace(/^(nats|tls):\/\//, ''),
    name: 'parley',
    // What we say, we have already heard ourselves.
    noEcho: true,
    timeout: HANDSHAKE_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    ignoreAuthErrorAbort: true,
    tls: url.startsWith('tls://') ? {} : null,
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : user === '' ? { token: password } : { pass: password }),
  };
}
