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

const FIRST_RETRY_MS = 1_000;

/**
 * The bus of several nodes: one subject for each organization, followed by the nodes that have queues of it.
 * Without a connection everything goes on within the node, and other nodes look at the log every second.
 */
export function createNatsBus({ config, sealer, clock, log }: NatsBusParts): Bus {
  const inside = createLocalBus();
  const codec = createBusCodec(sealer);
  const followed = new Map<number, Subscription | undefined>();
  let connection: NatsConnection | undefined;
  /** While the connection is lost, the library would keep what is published without a bound. */
  let isUp = false;
  let closing = false;
  let hasComplained = false;
  let cancelRetry = (): void => {};

  /** The library would end the connection for an error of ours. */
  const hear = (realmId: number, data: Uint8Array): void => {
    try {
      const message = codec.decode(realmId, data);
      if (message?.kind === 'wake-up') inside.wakeUp(realmId, message.head);
      if (message?.kind === 'ephemeral') inside.publish(realmId, message.ephemeral);
    } catch (error) {
      log.warn({ err: error }, 'a message of another node could not be used');
    }
  };

  /** What cannot be subscribed to now is subscribed to by the next connection. */
  const subscribe = (realmId: number): Subscription | undefined => {
    try {
      return connection?.subscribe(codec.subjectOf(realmId), {
        callback: (error, message) => {
          if (error === null) hear(realmId, message.data);
          else log.warn({ err: error }, 'the bus does not let us listen');
        },
      });
    } catch (error) {
      log.warn({ err: error }, 'the bus does not let us listen');
      return undefined;
    }
  };

  const send = (realmId: number, data: Uint8Array): void => {
    if (!isUp) return;
    try {
      connection?.publish(codec.subjectOf(realmId), data);
    } catch (error) {
      log.warn({ err: error }, 'a message to the other nodes was not sent');
    }
  };

  const begin = async (): Promise<void> => {
    const made = await connectNats(config);
    if (closing) return made.close();
    connection = made;
    isUp = true;
    hasComplained = false;
    log.info(`connected to the bus at ${made.getServer()}`);
    for (const realmId of followed.keys()) followed.set(realmId, subscribe(realmId));
    for await (const { type } of made.status()) {
      if (type === 'disconnect' && isUp) log.warn('the bus is lost; other nodes hear of news a second later');
      if (type === 'reconnect') log.info('the bus is back');
      if (type === 'disconnect') isUp = false;
      if (type === 'reconnect') isUp = true;
    }
    throw new Error('the connection to the bus was closed');
  };

  const keepConnected = (): void => {
    begin().catch((error: unknown) => {
      isUp = false;
      connection = undefined;
      if (closing) return;
      if (!hasComplained) log.warn({ err: error }, 'the bus cannot be reached; trying again every second');
      hasComplained = true;
      cancelRetry = clock.after(FIRST_RETRY_MS, keepConnected);
    });
  };
  keepConnected();

  return {
    onWakeUp: (listener) => {
      inside.onWakeUp(listener);
    },
    onEphemeral: (listener) => {
      inside.onEphemeral(listener);
    },
    wakeUp: (realmId, head) => {
      inside.wakeUp(realmId, head);
      send(realmId, codec.wakeUp(head));
    },
    publish: (realmId, ephemeral) => {
      inside.publish(realmId, ephemeral);
      send(realmId, codec.ephemeral(realmId, ephemeral));
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
