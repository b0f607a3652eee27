import type { NatsConnection, NodeConnectionOptions } from '@nats-io/transport-node';
import type { Config } from '../config.ts';

export type NatsConfig = NonNullable<Config['nats']>;

/** Timeout of the connection handshake. */
const HANDSHAKE_TIMEOUT_MS = 2_000;
/** A server that misses two pings counts as disconnected, even if its socket is open. */
const PING_INTERVAL_MS = 5_000;
const RECONNECT_INTERVAL_MS = 250;

/** Connects once, or throws; a connection that is lost later is restored by the library. */
export async function connectNats(config: NatsConfig): Promise<NatsConnection> {
  const { connect } = await import('@nats-io/transport-node');
  return connect(optionsOf(config));
}

function optionsOf({ url, user, password }: NatsConfig): NodeConnectionOptions {
  return {
    servers: url.replace(/^(nats|tls):\/\//, ''),
    name: 'parley',
    // The local bus has already delivered the node's own messages.
    noEcho: true,
    timeout: HANDSHAKE_TIMEOUT_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_INTERVAL_MS,
    ignoreAuthErrorAbort: true,
    tls: url.startsWith('tls://') ? {} : null,
    ...(user === '' ? {} : { user }),
    ...(password === '' ? {} : user === '' ? { token: password } : { pass: password }),
  };
}
