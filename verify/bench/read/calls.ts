import type { Connection } from '@parley/client/connection.ts';
import { getStreamTopics } from '@parley/contract/endpoints/channels.ts';
import { updateMessageFlagsForNarrow } from '@parley/contract/endpoints/message-flags.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { median } from '../support/figures.ts';

export type Call = {
  readonly name: string;
  /** Max time with the most messages, as a multiple of the time with the fewest. */ readonly goal: number;
  run(n: number): Promise<unknown>;
};

const PAGE = 100;

/** Requests of a client that opens and switches views. */
export function callsOf(connection: Connection, channelIds: readonly number[]): Call[] {
  const channelAt = (n: number): number => channelIds[n % channelIds.length] ?? 0;
  const page = (narrow: NarrowTerm[], anchor = 'newest'): Promise<unknown> =>
    connection.call(getMessages, { anchor, num_before: PAGE, num_after: 0, narrow });
  return [
    { name: 'combined feed', goal: 2, run: () => page([]) },
    { name: 'around the first unread', goal: 2, run: () => page([], 'first_unread') },
    { name: 'channel', goal: 2, run: (n) => page([{ operator: 'channel', operand: channelAt(n) }]) },
    {
      // The largest channels fill a page even among 10,000 messages.
      name: 'topic',
      goal: 2,
      run: (n) =>
        page([
          { operator: 'channel', operand: channelAt(0) },
          { operator: 'topic', operand: `topic ${n % 2}` },
        ]),
    },
    { name: 'unread', goal: 2, run: () => page([{ operator: 'is', operand: 'unread' }]) },
    {
      name: 'search, frequent word',
      goal: 4,
      run: (n) => page([{ operator: 'search', operand: `w${n % 3}` }]),
    },
    {
      name: 'search, rare word',
      goal: 4,
      run: (n) => page([{ operator: 'search', operand: `w${1_900 + n}` }]),
    },
    {
      name: 'search, two words',
      goal: 4,
      run: (n) => page([{ operator: 'search', operand: `w${n} w${n + 1}` }]),
    },
    {
      name: 'topics of a channel',
      goal: 2,
      run: (n) => connection.call(getStreamTopics, { stream_id: channelAt(n) }),
    },
    {
      name: 'star a page of a channel',
      goal: 2,
      run: (n) =>
        connection.call(updateMessageFlagsForNarrow, {
          anchor: 'newest',
          num_before: 50,
          num_after: 0,
          narrow: [{ operator: 'channel', operand: channelAt(n >> 1) }],
          flag: 'starred',
          op: n % 2 === 0 ? 'add' : 'remove',
        }),
    },
    {
      name: 'register: what is unread',
      goal: 2,
      run: () => connection.call(registerQueue, { event_types: ['message'], fetch_event_types: ['message'] }),
    },
  ];
}

/** Milliseconds of a request: median wall time and mean processor time. */
export type Time = { readonly waited: number; readonly worked: number };

/** The first calls are warm-up. */
export async function timeOf(
  call: Call,
  count: number,
  processorSeconds: () => Promise<number>,
): Promise<Time> {
  const times: number[] = [];
  let before = 0;
  for (let n = -3; n < count; n += 1) {
    if (n === 0) before = await processorSeconds();
    const start = performance.now();
    await call.run(n + 3);
    if (n >= 0) times.push(performance.now() - start);
  }
  return { waited: median(times), worked: (((await processorSeconds()) - before) * 1_000) / count };
}
