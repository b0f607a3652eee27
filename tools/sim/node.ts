import { createHash } from 'node:crypto';
import type { Bus } from '@parley/server/bus/bus.ts';
import type { Clock } from '@parley/server/clock.ts';
import { createOutbox } from '@parley/server/messages/sending/outbox.ts';
import type { Letter } from '@parley/server/messages/sending/letter.ts';
import { createHub, type Hub } from '@parley/server/queues/hub.ts';
import type { QueueRecord } from '@parley/server/queues/local-queue.ts';
import type { Outgoing } from '@parley/server/queues/outgoing.ts';
import { flaglessAdapter, plainWishes } from '@parley/server/testing/memory-stores.ts';
import { KeyTaken, type Database } from './database.ts';
import type { Planted } from './planted.ts';
import type { Scheduler } from './scheduler.ts';

export const REALM = 1;

export type NodeParts = {
  readonly database: Database;
  readonly scheduler: Scheduler;
  readonly random: () => number;
  /** Carries a poke to the other nodes, or loses it. */
  readonly broadcast: (head: number) => void;
  readonly planted: Planted | undefined;
  /** Hears of failures in the background. */
  readonly onWarning: (error: unknown) => void;
};

/** A process: the product's hub and outbox over simulated surroundings. It can die at any moment. */
export class SimNode {
  isAlive = true;
  readonly dead: Promise<void>;
  #bury: () => void = () => {};
  #poked = 0;
  readonly #parts: NodeParts;
  readonly #hub: Hub;
  readonly #outbox: ReturnType<typeof createOutbox>;
  #hear: ((realmId: number, head: number) => void) | undefined;

  constructor(parts: NodeParts) {
    this.#parts = parts;
    this.dead = new Promise((resolve) => {
      this.#bury = resolve;
    });
    const { database, scheduler, random } = parts;
    const bus: Bus = {
      poke: (_realmId, head) => {
        this.poked(head);
        parts.broadcast(head);
      },
      onPoke: (listener) => {
        this.#hear = listener;
      },
      tell: () => {},
      onTell: () => {},
      follow: () => {},
      unfollow: () => {},
      close: async () => {},
    };
    const clock: Clock = {
      now: () => scheduler.now,
      monotonic: () => scheduler.now,
      // A dead process has no timers.
      after: (milliseconds, callback) =>
        scheduler.after(milliseconds, () => {
          if (this.isAlive) callback();
        }),
    };
    this.#hub = createHub({
      log: database.logStore(() => this.#poked),
      adapter: flaglessAdapter,
      queues: database.queueStore(),
      bus,
      clock,
      random,
      warn: (error) => {
        if (this.isAlive) parts.onWarning(error);
      },
    });
    const poke = (realmId: number, head: number): void => {
      if (this.isAlive) bus.poke(realmId, head);
    };
    this.#outbox = createOutbox(database.storeLetters, poke, clock);
  }

  poked(head: number): void {
    this.#poked = Math.max(this.#poked, head);
    if (this.isAlive) this.#hear?.(REALM, head);
  }

  die(): void {
    this.isAlive = false;
    this.#bury();
  }

  async register(id: string, personId: number): Promise<QueueRecord> {
    const { record, standing } = await this.#parts.database.register({
      id,
      realmId: REALM,
      personId,
      wishes: plainWishes,
    });
    this.#hub.add(record, standing);
    return record;
  }

  async poll(
    personId: number,
    queueId: string,
    lastEventId: number,
    gone: AbortSignal,
  ): Promise<readonly Outgoing[]> {
    const poll = { realmId: REALM, personId, queueId, lastEventId, dontBlock: false, gone };
    const events = [...(await this.#hub.poll(poll))];
    const last = events.at(-1);
    // Planted: what is sent counts as received.
    if (this.#parts.planted === 'pruning on send' && last !== undefined)
      await this.#hub.poll({ ...poll, lastEventId: last.id, dontBlock: true });
    return events;
  }

  /** The product's order: look the key up, else store; who was second at the same moment looks again. */
  async send(personId: number, channel: number, content: string, key: string): Promise<number | 'refused'> {
    const { database, scheduler } = this.#parts;
    const hash = createHash('sha256').update(content).digest();
    for (;;) {
      const earlier = await database.findKey(Buffer.from(key).toString('hex'));
      if (earlier !== undefined) return earlier.hash === hash.toString('hex') ? earlier.messageId : 'refused';
      if (!database.isSubscribed(personId, channel, database.head)) return 'refused';
      try {
        return await this.#outbox.send(
          REALM,
          letterOf(personId, channel, content, { key: Buffer.from(key), hash }, scheduler.now),
        );
      } catch (error) {
        if (!(error instanceof KeyTaken)) throw error;
      }
    }
  }
}

const letterOf = (
  senderId: number,
  channel: number,
  content: string,
  key: NonNullable<Letter['key']>,
  sentAt: number,
): Letter => ({
  audience: { kind: 'subscribers', channel },
  event: {
    type: 'message',
    message: {
      type: 'stream',
      sender_id: senderId,
      sender_email: `person${senderId}@example.org`,
      sender_full_name: `Person ${senderId}`,
      sender_realm_str: '',
      avatar_url: null,
      client: 'sim',
      display_recipient: `channel ${channel}`,
      stream_id: channel,
      subject: 'topic',
      topic_links: [],
      recipient_id: channel,
      timestamp: 0,
      is_me_message: false,
      reactions: [],
      submessages: [],
    },
    content,
    rendered: content,
    isComputable: false,
    everyone: false,
  },
  senderId,
  homeId: channel,
  channelId: channel,
  topic: 'topic',
  content,
  rendered: content,
  words: content,
  client: 'sim',
  sentAt,
  traits: 0,
  marks: [],
  key,
  policy: 0,
});
