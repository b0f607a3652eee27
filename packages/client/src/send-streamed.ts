import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import type { sendMessage } from '@parley/contract/endpoints/messages.ts';
import type { Client } from './client.ts';
import { systemClock, type Clock } from './clock.ts';
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
  const { id } = await client.sendMessage(message, {
    patienceMilliseconds: Infinity,
    ...(key === undefined ? {} : { key }),
  });
  const writer = writeTo(client, id, clock);
  let isStopped = false;
  try {
    for await (const piece of pieces) if (!writer.add(piece)) break;
  } finally {
    isStopped = await writer.end();
  }
  return { id, isStopped };
}

/** Appends what is added to a message, one call after another. `add` is false once it takes nothing more. */
function writeTo(client: Client, id: number, clock: Clock) {
  let sent = 0;
  let waiting = '';
  let underway: Promise<void> | undefined;
  let isOpen = true;
  let isStopped = false;
  let failure: unknown;
  const append = async (finish: boolean): Promise<void> => {
    const content = waiting;
    waiting = '';
    try {
      // The place makes a repeated call harmless.
      await client.appendToMessage({ message_id: id, content, from: sent, finish }, { isHarmless: true });
      // The server counts code points.
      sent += Array.from(content).length;
    } catch (error) {
      isOpen = false;
      isStopped = error instanceof ApiError && error.is('MESSAGE_STREAM_ENDED');
      failure = error;
    }
  };
  const flush = async (): Promise<void> => {
    do {
      await append(false);
      await new Promise<void>((resolve) => clock.after(PAUSE_MS, resolve));
    } while (waiting !== '' && isOpen);
    underway = undefined;
  };
  return {
    add: (piece: string): boolean => {
      waiting += piece;
      underway ??= flush();
      return isOpen;
    },
    /** Whether it was stopped before. */
    end: async (): Promise<boolean> => {
      await underway;
      if (isOpen) await append(true);
      if (!isOpen && !isStopped) throw failure as Error;
      return isStopped;
    },
  };
}
