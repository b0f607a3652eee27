import type { Subscription } from '@nats-io/transport-node';
import type { Sealer } from '../secrets/seal.ts';
import { createLocalBus, type Bus } from './bus.ts';
import { createBusCodec } from './codec.ts';
import { NatsLink, type NatsLinkParts } from './nats-link.ts';

export type NatsBusParts = NatsLinkParts & { readonly sealer: Sealer };

/**
 * The bus of several nodes: one subject per organization, subscribed by the nodes with queues of that organization.
 * Without a connection, events are delivered within the node, and other nodes read the log every second.
 */
export function createNatsBus({ sealer, ...parts }: NatsBusParts): Bus {
  const local = createLocalBus();
  const codec = createBusCodec(sealer);
  const followed = new Map<number, Subscription | undefined>();
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
      parts.log.warn({ err: error }, 'a message of another node could not be processed');
    }
  };

  const link = new NatsLink(parts, () => {
    link.listen(codec.nodesSubject, receiveBroadcast);
    for (const realmId of followed.keys()) followed.set(realmId, subscribe(realmId));
  });

  const subscribe = (realmId: number): Subscription | undefined =>
    link.listen(codec.subjectOf(realmId), (data) => {
      receive(realmId, data);
    });

  return {
    ...local,
    wakeUp: (realmId, head) => {
      local.wakeUp(realmId, head);
      link.send(codec.subjectOf(realmId), codec.wakeUp(head));
    },
    publish: (realmId, ephemeral) => {
      local.publish(realmId, ephemeral);
      link.send(codec.subjectOf(realmId), codec.ephemeral(realmId, ephemeral));
    },
    broadcast: (text) => {
      link.send(codec.nodesSubject, codec.broadcast(text));
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
    isConnected: () => link.isConnected,
    close: () => link.close(),
  };
}
