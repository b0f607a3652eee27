import { BUS_PLACE } from '../secrets/places.ts';
import type { Sealer } from '../secrets/seal.ts';
import type { EphemeralEvent } from './bus.ts';

type BusMessage =
  | { readonly kind: 'wake-up'; readonly head: number }
  | { readonly kind: 'ephemeral'; readonly ephemeral: EphemeralEvent };

/** The format of messages between nodes, on a bus that other programs may read and write. */
export type BusCodec = {
  subjectOf(realmId: number): string;
  /** The subject of all nodes. */
  readonly nodesSubject: string;
  broadcast(text: string): Uint8Array;
  /** Returns undefined unless a node of this installation sent the broadcast. */
  decodeBroadcast(data: Uint8Array): string | undefined;
  wakeUp(head: number): Uint8Array;
  ephemeral(realmId: number, ephemeral: EphemeralEvent): Uint8Array;
  /** Returns undefined unless a node of this installation sent the message for this organization. */
  decode(realmId: number, data: Uint8Array): BusMessage | undefined;
};

/** Shorter than every sealed message. */
const WAKE_UP = /^[0-9]{1,15}$/;

/**
 * A wake-up is a bare number: it only makes a node read the log. An ephemeral event reaches the queues of users, so
 * it is sealed with the secret that all nodes share, together with its organization.
 */
export function createBusCodec(sealer: Sealer): BusCodec {
  // Two installations may share a NATS server.
  const prefix = `parley.${sealer.fingerprint('bus', 'subject').slice(0, 16)}`;
  return {
    subjectOf: (realmId) => `${prefix}.${realmId}`,
    nodesSubject: `${prefix}.nodes`,
    broadcast: (broadcast) => sealer.seal(BUS_PLACE, JSON.stringify({ broadcast })),
    decodeBroadcast: (data) => {
      try {
        return (JSON.parse(sealer.open(BUS_PLACE, Buffer.from(data))) as { readonly broadcast?: string })
          .broadcast;
      } catch {
        return undefined;
      }
    },
    wakeUp: (head) => Buffer.from(String(head)),
    ephemeral: (realmId, ephemeral) => sealer.seal(BUS_PLACE, JSON.stringify({ realmId, ephemeral })),
    decode: (realmId, data) => {
      const bytes = Buffer.from(data);
      const text = bytes.toString('latin1');
      if (WAKE_UP.test(text)) return { kind: 'wake-up', head: Number(text) };
      try {
        const opened = JSON.parse(sealer.open(BUS_PLACE, bytes)) as Sealed;
        return opened.realmId === realmId ? { kind: 'ephemeral', ephemeral: opened.ephemeral } : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

type Sealed = { readonly realmId?: number; readonly ephemeral: EphemeralEvent };
