import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import { term } from '@parley/test-support/find-messages.ts';
import type { Talk } from './talk.ts';

const PAGE = 1_000;

/** Reads channels with the SDK; returns what differs from the archive: texts, times and order. */
export async function readBack(
  user: TestUser,
  { channels, people, said }: Talk,
  chosen: readonly number[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const channel of chosen) {
    const name = channels[channel] ?? '';
    const read = await messagesOf(user, name);
    const expected = [...said(channel)];
    if (read.length !== expected.length)
      problems.push(`${name} has ${read.length} messages instead of ${expected.length}`);
    for (const [n, { seconds, person, n: number }] of expected.entries()) {
      const one = read[n];
      const isSame =
        one?.timestamp === seconds &&
        one.sender_full_name === people[person] &&
        one.content.includes(`${number}: `);
      if (isSame) continue;
      problems.push(`${name}, message ${n}: ${one?.timestamp} ${one?.sender_full_name} ${one?.content}`);
      break;
    }
  }
  return problems;
}

async function messagesOf({ connection }: TestUser, channel: string) {
  const all = [];
  for (let anchor = 0; ;) {
    const { messages, found_newest } = await connection.call(getMessages, {
      anchor: String(anchor),
      include_anchor: false,
      num_before: 0,
      num_after: PAGE,
      narrow: [term('channel', channel)],
      apply_markdown: false,
    });
    all.push(...messages);
    anchor = messages.at(-1)?.id ?? 0;
    if (found_newest || messages.length === 0) return all;
  }
}
