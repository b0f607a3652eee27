import { createHash } from 'node:crypto';
import type { Bus } from '@parley/server/engine/bus/bus.ts';
import type { Clock } from '@parley/server/engine/clock.ts';
import { createOutbox } from '@parley/server/chat/messages/send/outbox.ts';
import type { OutgoingMessage } from '@parley/server/chat/messages/send/outgoing-message.ts';
import { createHub, type Hub } from '@parley/server/delivery/hub.ts';
import type { QueueRecord } from '@parley/server/delivery/local-queue.ts';
import type { OutgoingEvent } from '@parley/server/delivery/outgoing-event.ts';
import { flaglessAdapter, plainOptions } from '@parley/test-support/memory-stores.ts';
import { KeyTakenError, type Database } from './database.ts';
import { Session } from './session.ts';
import type { Planted } from './planted-mistakes.ts';
import type { Scheduler } from './scheduler.ts';

export const REALM = 1;
/** All clients of the simulation use one credential, which does not end. */
const CREDENTIAL = { id: 1, kind: 'key', lookup: '' } as const;

export type NodeParts = {
  readonly database: Database;
  readonly scheduler: Scheduler;
  readonly random: () => number;
  /** Publishes a wake-up to the other nodes, or loses it. */
  readonly broadcast: (head: number) => void;
  readonly planted: Planted | undefined;
  /** Receives background errors. */
  readonly onWarning: (error: unknown) => void;
};

/** A node: the product's hub and outbox over a simulated database and network. It can crash at any time. */
export class SimNode {
  isAlive = true;
  readonly dead: Promise<void>;
  #bury: () => void = () => {};
  #wokenUp = 0;
  readonly #parts: NodeParts;
  readonly #session: Session;
  readonly #hub: Hub;
  readonly #outbox: ReturnType<typeof createOutbox>;
  #hear: ((realmId: number, head: number) => void) | undefined;

  constructor(parts: NodeParts) {
    this.#parts = parts;
    const session = new Session(parts.database);
    this.#session = session;
    this.dead = new Promise((resolve) => {
      this.#bury = resolve;
    });
    const { scheduler, random } = parts;
    const bus: Bus = {
      wakeUp: (_realmId, head) => {
        this.wokenUp(head);
        parts.broadcast(head);
      },
      onWakeUp: (listener) => {
        this.#hear = listener;
      },
      publish: () => {},
      onEphemeral: () => {},
      broadcast: () => {},
      onBroadcast: () => {},
      follow: () => {},
      unfollow: () => {},
      isConnected: () => true,
      close: async () => {},
    };
    const clock: Clock = {
      now: () => scheduler.now,
      monotonic: () => scheduler.now,
      // A crashed process has no timers.
      after: (milliseconds, callback) =>
        scheduler.after(milliseconds, () => {
          if (this.isAlive) callback();
        }),
    };
    this.#hub = createHub({
      log: session.logStore(() => this.#wokenUp),
      adapter: flaglessAdapter,
      queues: session.queueStore(),
      bus,
      clock,
      random,
      warn: (error) => {
        if (this.isAlive) parts.onWarning(error);
      },
      isCredentialValid: () => Promise.resolve(true),
      confirmEpoch: session.confirmEpoch,
    });
    session.epochs.onChange(() => {
      this.#hub.endEpoch();
    });
    const wakeUp = (realmId: number, head: number): void => {
      session.epochs.note(realmId, head);
      if (this.isAlive) bus.wakeUp(realmId, head);
    };
    this.#outbox = createOutbox(session.storeLetters, wakeUp, clock);
  }

  wokenUp(head: number): void {
    this.#wokenUp = Math.max(this.#wokenUp, head);
    if (this.isAlive) this.#hear?.(REALM, head);
  }

  die(): void {
    this.isAlive = false;
    this.#bury();
  }

  async register(id: string, userId: number): Promise<QueueRecord> {
    const { epochs } = this.#session;
    const { record, standing, epoch } = await this.#session.register({
      id,
      realmId: REALM,
      userId,
      clientOptions: plainOptions,
      credentialId: CREDENTIAL.id,
    });
    if (epoch !== epochs.current?.token) await this.#session.confirmEpoch();
    if (epoch === epochs.current?.token) this.#hub.add(record, standing);
    return record;
  }

  async poll(
    userId: number,
    queueId: string,
    lastEventId: number,
    gone: AbortSignal,
    rewind: boolean,
  ): Promise<readonly OutgoingEvent[]> {
    const poll = {
      realmId: REALM,
      userId,
      queueId,
      lastEventId,
      dontBlock: false,
      credential: CREDENTIAL,
      gone,
      rewind,
    };
    const events = [...(await this.#hub.poll(poll))];
    const last = events.at(-1);
    // Planted mistake: sent events count as acknowledged.
    if (this.#parts.planted === 'pruning on send' && last !== undefined)
      await this.#hub.poll({ ...poll, lastEventId: last.id, dontBlock: true, rewind: false });
    return events;
  }

  /** As in the product: looks the key up, else stores; a concurrent second send retries the lookup. */
  async send(userId: number, channel: number, content: string, key: string): Promise<number | 'refused'> {
    const { database, scheduler } = this.#parts;
    const hash = createHash('sha256').update(content).digest();
    for (;;) {
      const earlier = await this.#session.findKey(Buffer.from(key).toString('hex'));
      if (earlier !== undefined) return earlier.hash === hash.toString('hex') ? earlier.messageId : 'refused';
      if (!database.isSubscribed(userId, channel, database.head)) return 'refused';
      try {
        return await this.#outbox.send(
          REALM,
          letterOf(userId, channel, content, { key: Buffer.from(key), hash }, scheduler.now),
        );
      } catch (error) {
        if (!(error instanceof KeyTakenError)) throw error;
      }
    }
  }
}

function letterOf(
  senderId: number,
  channel: number,
  content: string,
  key: NonNullable<OutgoingMessage['key']>,
  sentAt: number,
): OutgoingMessage {
  return {
    audience: { kind: 'subscribers', channel },
    event: {
      type: 'message',
      message: {
        type: 'stream',
        sender_id: senderId,
        sender_email: `user${senderId}@example.org`,
        sender_full_name: `User ${senderId}`,
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
    client: 'sim',
    sentAt,
    messageFlags: 0,
    userFlags: [],
    key,
    policy: 0,
  };
}
