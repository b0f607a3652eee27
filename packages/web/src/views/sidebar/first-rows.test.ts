import { expect, test } from 'vitest';
import type { ChannelGroup, SubscribedChannel } from '../../data/derived/channels.ts';
import type { UnreadChannel } from '../../data/chat.ts';
import { firstRows } from './first-rows.ts';

const group = (...ids: number[]): ChannelGroup => ({
  folder: undefined,
  channels: ids.map((id) => ({ stream_id: id }) as SubscribedChannel),
});
const GROUPS = [group(1, 2, 3), group(4, 5)];

function idsOf(unread: ReadonlyMap<number, Pick<UnreadChannel, 'topics'>>, maxRows: number): number[][] {
  return firstRows(GROUPS, unread, maxRows).map(({ channels }) => channels.map(({ stream_id: id }) => id));
}

test('the first rows of the sidebar go on in the next folder', () => {
  expect(idsOf(new Map(), 4)).toEqual([[1, 2, 3], [4]]);
  expect(idsOf(new Map(), 2)).toEqual([[1, 2], []]);
  expect(firstRows(GROUPS, new Map(), Infinity)).toBe(GROUPS);
});

test('unread topics count as rows, as many of them as are shown', () => {
  const topics = Array.from({ length: 9 }) as UnreadChannel['topics'];
  expect(idsOf(new Map([[1, { topics }]]), 6)).toEqual([[1, 2], []]);
});
