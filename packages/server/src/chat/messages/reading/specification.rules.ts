import { whisper } from '@parley/rules/steps/editing.ts';
import { refused, same, success, type Item } from '@parley/rules/expect.ts';
import { flag, flagsOf, post, talk } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const ALL = 'mark-all-as-read';
const RANGE = 'update-message-flags-for-narrow';

const START: Item = { anchor: 'oldest', flag: 'read', narrow: [], num_after: 10, num_before: 0, op: 'add' };

/** Five messages in one channel, unread for their reader, and a flag update for that channel. */
async function fiveUnread(w: World) {
  const { reader, writer, place } = await talk(w);
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await post(w, writer, place));
  const narrow = [{ operator: 'channel', operand: place.id }];
  const range = (changes: Item = {}): Promise<Answer> =>
    w.ask('POST', '/messages/flags/narrow', { as: reader, form: { ...START, narrow, ...changes } });
  return { reader, writer, place, ids, range };
}

function ends(answer: Answer): unknown[] {
  return [
    success(answer).at('first_processed_id'),
    answer.at('last_processed_id'),
    answer.at('processed_count'),
  ];
}

export const specificationFlagRules: readonly Rule[] = [
  rule('SPN-1', ALL, 'The answer is a success with exactly the boolean `complete`.', async (w) => {
    const { reader, writer, place } = await talk(w);
    await post(w, writer, place);
    const { body } = success(await w.ask('POST', '/mark_all_as_read', { as: reader }));
    same(body, { result: 'success', msg: '', complete: true }, 'the body');
  }),
  rule('SPN-2', RANGE, 'An integer anchor starts the range at that message.', async (w) => {
    const { ids, range } = await fiveUnread(w);
    same(ends(await range({ anchor: ids[2], num_after: 1 })), [ids[2], ids[3], 2], 'the range');
  }),
  rule('SPN-3', RANGE, 'The anchor `first_unread` starts at the oldest unread match.', async (w) => {
    const { reader, ids, range } = await fiveUnread(w);
    success(await flag(w, reader, 'add', 'read', ids.slice(0, 2)));
    same(ends(await range({ anchor: 'first_unread', num_after: 1 })), [ids[2], ids[3], 2], 'the range');
  }),
  rule(
    'SPN-4',
    RANGE,
    'The anchor is part of the range without `include_anchor` and with true.',
    async (w) => {
      const { ids, range } = await fiveUnread(w);
      for (const form of [{}, { include_anchor: true }])
        same(ends(await range({ anchor: ids[1], num_after: 0, ...form })), [ids[1], ids[1], 1], 'the range');
    },
  ),
  rule('SPN-5', RANGE, '`include_anchor` is a boolean.', async (w) => {
    const { range } = await fiveUnread(w);
    for (const include_anchor of ['yes', 0, 'False']) refused(await range({ include_anchor }));
  }),
  rule('SPN-6', RANGE, '`num_before` bounds the messages before the anchor.', async (w) => {
    const { ids, range } = await fiveUnread(w);
    const form = { anchor: ids[3], num_after: 0 };
    same(ends(await range({ ...form, num_before: 2 })), [ids[1], ids[3], 3], 'the range of two before');
    same(ends(await range({ ...form, num_before: 0 })), [ids[3], ids[3], 1], 'the range of none before');
  }),
  rule('SPN-7', RANGE, '`num_after` bounds the messages after the anchor.', async (w) => {
    const { ids, range } = await fiveUnread(w);
    same(
      ends(await range({ anchor: ids[0], num_after: 3 })),
      [ids[0], ids[3], 4],
      'the range of three after',
    );
  }),
  rule('SPN-8', RANGE, 'An empty `narrow` matches every message of the user.', async (w) => {
    const { reader, writer, ids, range } = await fiveUnread(w);
    const direct = await whisper(w, writer, [reader]);
    success(await range({ narrow: [] }));
    for (const id of [ids[0] ?? 0, direct])
      same(await flagsOf(w, reader, id), ['read'], `the flags of ${id}`);
  }),
  rule('SPN-9', RANGE, '`starred` with `add` stars the messages of the range.', async (w) => {
    const { reader, ids, range } = await fiveUnread(w);
    same(
      success(await range({ anchor: ids[0], flag: 'starred', num_after: 1 })).at('updated_count'),
      2,
      'updated_count',
    );
    const flags = [];
    for (const id of ids.slice(0, 3)) flags.push((await flagsOf(w, reader, id)).includes('starred'));
    same(flags, [true, true, false], 'which messages are starred');
  }),
  rule('SPN-10', RANGE, '`starred` with `remove` takes the stars of the range away.', async (w) => {
    const { reader, ids, range } = await fiveUnread(w);
    success(await range({ flag: 'starred' }));
    const answer = success(await range({ anchor: ids[0], flag: 'starred', op: 'remove', num_after: 1 }));
    same(answer.at('updated_count'), 2, 'updated_count');
    same(await flagsOf(w, reader, ids[0] ?? 0), [], 'the flags of the first');
    same(await flagsOf(w, reader, ids[2] ?? 0), ['starred'], 'the flags of the third');
  }),
  rule('SPN-11', RANGE, '`read` with `remove` makes messages of subscribed channels unread.', async (w) => {
    const { reader, ids, range } = await fiveUnread(w);
    success(await range());
    const answer = success(await range({ anchor: ids[0], op: 'remove', num_after: 0 }));
    same(answer.at('updated_count'), 1, 'updated_count');
    same(answer.at('ignored_because_not_subscribed_channels'), [], 'the ignored channels');
    same(await flagsOf(w, reader, ids[0] ?? 0), [], 'the flags of the first');
    same(await flagsOf(w, reader, ids[1] ?? 0), ['read'], 'the flags of the second');
  }),
  rule('SPN-12', RANGE, '`updated_count` counts changed messages among the processed ones.', async (w) => {
    const { reader, ids, range } = await fiveUnread(w);
    success(await flag(w, reader, 'add', 'read', ids.slice(0, 3)));
    const answer = success(await range());
    same([answer.at('processed_count'), answer.at('updated_count')], [5, 2], 'both counts');
  }),
  rule('SPN-13', RANGE, 'With the unread filter only unread messages are in the range.', async (w) => {
    const { reader, place, ids, range } = await fiveUnread(w);
    success(await flag(w, reader, 'add', 'read', ids.slice(0, 3)));
    const narrow = [
      { operator: 'channel', operand: place.id },
      { operator: 'is', operand: 'unread' },
    ];
    same(ends(await range({ narrow })), [ids[3], ids[4], 2], 'the range');
  }),
  rule(
    'SPN-14',
    RANGE,
    '`processed_count` is `num_before` + 1 + `num_after` where there are enough messages.',
    async (w) => {
      const { ids, range } = await fiveUnread(w);
      const answer = await range({ anchor: ids[2], num_before: 1, num_after: 1 });
      same(ends(answer), [ids[1], ids[3], 3], 'the range');
    },
  ),
  rule('SPN-15', RANGE, '`found_oldest` and `found_newest` are false inside the matches.', async (w) => {
    const { ids, range } = await fiveUnread(w);
    const found = async (changes: Item) => {
      const answer = success(await range(changes));
      return [answer.at('found_oldest'), answer.at('found_newest')];
    };
    same(await found({ anchor: ids[2], num_before: 1, num_after: 1 }), [false, false], 'in the middle');
    same(await found({ anchor: 'oldest', num_after: 1 }), [true, false], 'at the oldest');
    same(await found({ anchor: 'newest', num_before: 1, num_after: 0 }), [false, true], 'at the newest');
  }),
  rule('SPN-16', RANGE, '`collapsed` is added and removed for a range.', async (w) => {
    const { reader, ids, range } = await fiveUnread(w);
    success(await range({ anchor: ids[0], flag: 'collapsed', num_after: 0 }));
    same(await flagsOf(w, reader, ids[0] ?? 0), ['collapsed'], 'the flags after adding');
    success(await range({ anchor: ids[0], flag: 'collapsed', num_after: 0, op: 'remove' }));
    same(await flagsOf(w, reader, ids[0] ?? 0), [], 'the flags after removing');
  }),
  rule('SPN-17', RANGE, 'Counts are integers: no fractions, no words, no quotes.', async (w) => {
    const { range } = await fiveUnread(w);
    for (const count of ['1.5', 'two', '"1"', 'null', '']) {
      refused(await range({ num_before: count }));
      refused(await range({ num_after: count }));
    }
  }),
  rule('SPN-18', RANGE, 'A range of no messages on either side holds the anchor alone.', async (w) => {
    const { ids, range } = await fiveUnread(w);
    same(
      ends(await range({ anchor: ids[4], num_before: 0, num_after: 0 })),
      [ids[4], ids[4], 1],
      'the range',
    );
  }),
  rule('SPN-19', RANGE, 'An anchor between messages starts at the next match.', async (w) => {
    const { reader, place, range } = await fiveUnread(w);
    const between = await whisper(w, reader, [reader]);
    const next = await post(w, reader, place);
    same(ends(await range({ anchor: between, num_after: 5 })), [next, next, 1], 'the range');
  }),
];
