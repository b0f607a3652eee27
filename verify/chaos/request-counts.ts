import type { Connection } from '@parley/client/connection.ts';
import type { Planted } from './planted-mistakes.ts';

/** Counts requests and responses of clients below the SDK. */
export type Tally = {
  readonly fetch: typeof globalThis.fetch;
  /** Attempts to send. */
  readonly attemptsOf: (key: string) => number;
  /** Sends with more than one attempt. */
  readonly repeated: () => number;
  /** Responses by status; 0: no response. */
  readonly answers: ReadonlyMap<number, number>;
  /** Opens the streams of a connection and counts them. */
  readonly streamsOf: (connection: Connection) => OpenStream;
  readonly streams: () => number;
};

type OpenStream = NonNullable<Connection['openStream']>;

export function createTally(
  complain: (text: string) => void,
  pollPause: () => Promise<unknown>,
  planted: Planted | undefined,
): Tally {
  const attempts = new Map<string, number>();
  const answers = new Map<number, number>();
  let streams = 0;
  const count = (status: number): void => void answers.set(status, (answers.get(status) ?? 0) + 1);
  return {
    answers,
    attemptsOf: (key) => attempts.get(key) ?? 0,
    repeated: () => [...attempts.values()].filter((times) => times > 1).length,
    streams: () => streams,
    streamsOf: (connection) => async (target, signal) => {
      const stream = await connection.openStream?.(target, signal);
      if (stream === undefined) throw new Error('This platform has no WebSockets.');
      streams += 1;
      return stream;
    },
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      const key = headers.get('idempotency-key');
      if (key !== null) attempts.set(key, (attempts.get(key) ?? 0) + 1);
      if (planted === 'no key') headers.delete('idempotency-key');
      if (typeof input === 'string' && input.includes('/api/v1/events?')) await pollPause();
      try {
        const answer = await fetch(input, { ...init, headers });
        count(answer.status);
        if (answer.status === 500) complain(`500: ${await answer.clone().text()}`);
        return answer;
      } catch (error) {
        if (init?.signal?.aborted !== true) count(0);
        throw error;
      }
    },
  };
}
