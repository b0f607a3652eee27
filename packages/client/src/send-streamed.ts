import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import type { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { Client } from './client.ts';
import { sleep, systemClock, type Clock } from './clock.ts';
import { ApiError } from './errors.ts';
import type { ReplyTarget } from './reply-to.ts';

export type StreamedTarget = ReplyTarget | Omit<ArgumentsOf<typeof sendMessage>, 'content' | 'stream'>;

export type StreamedOptions = {
  /** Names the message, so that a send that is repeated makes no second one. */
  readonly key?: string;
  readonly clock?: Clock;
};

export type Streamed = {
  readonly id: number;
  /** The message was stopped before its text was complete. */
  readonly isStopped: boolean;
};

/** Pieces that come faster travel together: readers see the text grow ten times a second. */
const PAUSE_MS = 100;

/**
 * Sends a message that grows while its text is made, as by a model. When it is stopped, no further piece is asked for. If the pieces fail, the message ends with what it has, and the error is thrown.
 */
export async function sendStreamed(
  client: Client,
  to: StreamedTarget,
  pieces: AsyncIterable<string> | Iterable<string>,
  { key, clock = systemClock }: StreamedOptions = {},
): Promise<Streamed> {
  const message = { ...to, content: '', stream: true } as ArgumentsOf<typeof sendMessage>;
  const named = key === undefined ? {} : { key };
  const { id } = await client.sendMessage(message, { ...named, patienceMilliseconds: Infinity });
  const writer = new StreamWriter(client, id, clock);
  try {
    for await (const piece of pieces) if (!writer.add(piece)) break;
  } finally {
    await writer.end();
  }
  return { id, isStopped: writer.isStopped };
}

/** Appends what was added, one call after another. */
class StreamWriter {
  readonly #client: Client;
  readonly #id: number;
  readonly #clock: Clock;
  #sent = 0;
  #waiting = '';
  #underway: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  isStopped = false;

  constructor(client: Client, id: number, clock: Clock) {
    this.#client = client;
    this.#id = id;
    this.#clock = clock;
  }

  /** False if the message takes nothing more. */
  add(piece: string): boolean {
    this.#waiting += piece;
    this.#underway ??= this.#flush();
    return !this.isStopped && this.#failure === undefined;
  }

  async end(): Promise<void> {
    while (this.#underway !== undefined) await this.#underway;
    if (!this.isStopped && this.#failure === undefined) await this.#append(true);
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  async #flush(): Promise<void> {
    await this.#append(false);
    await sleep(this.#clock, PAUSE_MS, new AbortController().signal);
    const isDone = this.#waiting === '' || this.isStopped || this.#failure !== undefined;
    this.#underway = isDone ? undefined : this.#flush();
  }

  async #append(finish: boolean): Promise<void> {
    const content = this.#waiting;
    this.#waiting = '';
    const args = { message_id: this.#id, content, from: this.#sent, finish };
    try {
      // The place makes a repeated call harmless.
      await this.#client.appendToMessage(args, { isHarmless: true });
      // The server counts code points.
      this.#sent += Array.from(content).length;
    } catch (error) {
      if (error instanceof ApiError && error.is('MESSAGE_STREAM_ENDED')) this.isStopped = true;
      else this.#failure = { error };
    }
  }
}
