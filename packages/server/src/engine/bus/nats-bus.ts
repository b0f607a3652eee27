import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Sealer } from '../secrets/seal.ts';
import { createLocalBus, type Bus } from './bus.ts';
import { connectNats, type NatsConfig } from './nats-connection.ts';
import { createBusCodec } from './codec.ts';

export type NatsBusParts = {
  readonly config: NatsConfig;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
};

const RECONNECT_MS = 1_000;

/**
 * The bus of several nodes: one subject per organization, subscribed by the nodes with queues of that organization.
 * Without a connection, events are delivered within the node, and other nodes read the log every second.
 */
export function createNatsBus({ config, sealer, clock, log }: NatsBusParts): Bus {
  const local = createLocalBus();
  const codec = createBusCodec(sealer);
  const followed = new Map<number, Subscription | undefined>();
  let connection: NatsConnection | undefined;
  /** While disconnected nothing is published, because the library would buffer it without a limit. */
  let isConnected = false;
  let closing = false;
  let hasWarned = false;
  let cancelRetry = (): void => {};

  const onBroadcasts: ((text: string) => void)[] = [];
  const receiveBroadcast = (data: Uint8Array): void => {
    const text = codec.decodeBroadcast(data);
    if (text !== undefined) for (const listener of onBroadcasts) listener(text);
  };

  /** Catches errors, because the library would close the connection on them. */
  const receive = (realmId: number, data: Uint8Array): void => {
    try {
      const message = codec.decode(realmId, data);
      if (message?.kind === 'wake-up') local.wakeUp(realmId, message.head);
      if (message?.kind === 'ephemeral') local.publish(realmId, message.ephemeral);
    } catch (error) {
      log.warn({ err: error }, 'a message of another node could not be processed');
    }
  };

  /** A subscription that fails is retried by the next connection. */
  const listen = (subject: string, take: (data: Uint8Array) => void): Subscription | undefined => {
    try {
      return connection?.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) take(message.data);
          else log.warn({ err: error }, 'the subscription to the bus failed');
        },
      });
    } catch (error) {
      log.warn({ err: error }, 'the subscription to the bus failed');
      return undefined;
    }
  };

  const subscribe = (realmId: number): Subscription | undefined =>
    listen(codec.subjectOf(realmId), (data) => {
      receive(realmId, data);
    });

  const send = (subject: string, data: Uint8Array): void => {
    if (!isConnected) return;
    try {
      connection?.publish(subject, data);
    } catch (error) {
      log.warn({ err: error }, 'a message to other nodes could not be sent');
    }
  };

  const run = async (): Promise<void> => {
    const opened = await connectNats(config);
    if (closing) return opened.close();
    connection = opened;
    isConnected = true;
    hasWarned = false;
    log.info(`connected to the bus at ${opened.getServer()}`);
    listen(codec.nodesSubject, receiveBroadcast);
    for (const realmId of followed.keys()) followed.set(realmId, subscribe(realmId));
    for await (const { type } of opened.status()) {
      if (type === 'disconnect' && isConnected)
        log.warn('the connection to the bus is lost; events reach other nodes up to a second later');
      if (type === 'reconnect') log.info('the connection to the bus is restored');
      if (type === 'disconnect') isConnected = false;
      if (type === 'reconnect') isConnected = true;
    }
    throw new Error('the connection to the bus was closed');
  };

  const keepConnected = (): void => {
    run().catch((error: unknown) => {
      isConnected = false;
      connection = undefined;
      if (closing) return;
      if (!hasWarned) log.warn({ err: error }, 'the bus is unavailable; retrying every second');
      hasWarned = true;
      cancelRetry = clock.after(RECONNECT_MS, keepConnected);
    });
  };
  keepConnected();

  return {
    onWakeUp: (listener) => {
      local.onWakeUp(listener);
    },
    onEphemeral: (listener) => {
      local.onEphemeral(listener);
    },
    wakeUp: (realmId, head) => {
      local.wakeUp(realmId, head);
      send(codec.subjectOf(realmId), codec.wakeUp(head));
    },
    publish: (realmId, ephemeral) => {
      local.publish(realmId, ephemeral);
      send(codec.subjectOf(realmId), codec.ephemeral(realmId, ephemeral));
    },
    broadcast: (text) => {
      send(codec.nodesSubject, codec.broadcast(text));
    },
    onBroadcast: (listener) => {
      onBroadcasts.push(listener);
    },
    follow: (realmId) => {
      if (!followed.has(realmId)) followed.set(realmId, subscribe(realmId));
    },
    unfollow: (realmId) => {
      followed.get(realmId)?.unsubscribe();
      followed.delete(realmId);
    },
    close: async () => {
      closing = true;
      cancelRetry();
      await connection?.close();
    },
  };
}
