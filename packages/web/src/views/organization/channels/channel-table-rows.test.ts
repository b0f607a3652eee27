import { expect, test } from 'vitest';
import { exampleChannel } from '../../../../test/components/examples.ts';
import { channelRows, findChannels } from './channel-table-rows.ts';

const state = {
  subscriptions: [
    exampleChannel(1, 'dome', { description: 'motors' }),
    exampleChannel(2, 'board', { invite_only: true }),
  ],
  never_subscribed: [exampleChannel(3, 'alerts'), exampleChannel(4, 'old dome', { is_archived: true })],
  realm_default_streams: [3, 4],
};
const names = (rows: readonly { readonly name: string }[]): readonly string[] => rows.map(({ name }) => name);

test('channels are told apart by their filters, each by name', () => {
  const rows = channelRows(state);
  expect(names(rows['in-use'])).toEqual(['alerts', 'board', 'dome']);
  expect(names(rows.private)).toEqual(['board']);
  expect(names(rows.default)).toEqual(['alerts']);
  expect(names(rows.archived)).toEqual(['old dome']);
});

test('names and descriptions are looked through', () => {
  expect(names(findChannels(channelRows(state)['in-use'], 'motor'))).toEqual(['dome']);
});
