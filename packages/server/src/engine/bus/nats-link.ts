import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { errorText } from '../error-text.ts';
import { connectNats, type NatsConfig } from './nats-connection.ts';

export type NatsLinkParts = {
  readonly config: NatsConfig;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
};

const RECONNECT_MS = 1_000;

/** Keeps a connection to NATS; without one, messages are dropped. */
export class NatsLink {
  readonly #parts: NatsLinkParts;
  /** Subscribes to everything that a new connection receives. */
  readonly #onConnected: () => void;
  #connection: NatsConnection | undefined;
  /** While disconnected nothing is published, because the library would buffer it without a limit. */
  #isConnected = false;
  #isClosing = false;
  #hasWarned = false;
  #cancelRetry = (): void => {};

  constructor(parts: NatsLinkParts, onConnected: () => void) {
    this.#parts = parts;
    this.#onConnected = onConnected;
    this.#keepConnected();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** A subscription that fails is retried by the next connection. */
  listen(subject: string, take: (data: Uint8Array) => void): Subscription | undefined {
    const { log } = this.#parts;
    try {
      return this.#connection?.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) take(message.data);
          else log.warn({ reason: errorText(error) }, 'the subscription to the bus failed');
        },
      });
    } catch (error) {
      log.warn({ reason: errorText(error) }, 'the subscription to the bus failed');
      return undefined;
    }
  }

  send(subject: string, data: Uint8Array): void {
    if (!this.#isConnected) return;
    try {
      this.#connection?.publish(subject, data);
    } catch (error) {
      this.#parts.log.warn({ reason: errorText(error) }, 'a message to other nodes could not be sent');
    }
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#cancelRetry();
    await this.#connection?.close();
  }

  #keepConnected(): void {
    const { clock, log } = this.#parts;
    this.#run().catch((error: unknown) => {
      this.#isConnected = false;
      this.#connection = undefined;
      if (this.#isClosing) return;
      if (!this.#hasWarned)
        log.warn({ reason: errorText(error) }, 'the bus is unavailable; retrying every second');
      this.#hasWarned = true;
      this.#cancelRetry = clock.after(RECONNECT_MS, () => {
        this.#keepConnected();
      });
    });
  }

  async #run(): Promise<void> {
    const { config, log } = this.#parts;
    const opened = await connectNats(config);
    if (this.#isClosing) return opened.close();
    this.#connection = opened;
    this.#isConnected = true;
    this.#hasWarned = false;
    log.info(`connected to the bus at ${opened.getServer()}`);
    this.#onConnected();
    for await (const { type } of opened.status()) {
      if (type === 'disconnect' && this.#isConnected)
        log.warn('the connection to the bus is lost; events reach other nodes up to a second later');
      if (type === 'reconnect') log.info('the connection to the bus is restored');
      if (type === 'disconnect') this.#isConnected = false;
      if (type === 'reconnect') this.#isConnected = true;
    }
    throw new Error('the connection to the bus was closed');
  }
}
