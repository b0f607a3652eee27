import { room, type Room } from '@parley/rules/steps/channels.ts';
import { holds, lacking, numberAt, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { flag, flagEvents, flagged, flagsOf, post, talk } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const OPERATION = 'update-message-flags-for-narrow';

const start = { anchor: 'oldest', flag: 'read', narrow: [], num_after: 10, num_before: 0, op: 'add' };

function range(w: World, as: User, changes: Item = {}) {
  return w.ask('POST', '/messages/flags/narrow', { as, form: { ...start, ...changes } });
}

function inside({ id }: Room) {
  return { narrow: [{ operator: 'channel', operand: id }] };
}

async function several(w: World, count: number) {
  const { reader, writer, place } = await talk(w);
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1) ids.push(await post(w, writer, place));
  return { reader, writer, place, ids };
}

export const messageFlagRangeRules: readonly Rule[] = [
  rule('FLN-1', OPERATION, 'Missing parameters are named in the order of the table.', async (w) => {
    const as = await w.user();
    for (const name of ['anchor', 'flag', 'narrow', 'num_after', 'num_before', 'op'] as const) {
      const { [name]: _, ...form } = start;
      lacking(await w.ask('POST', '/messages/flags/narrow', { as, form }), name);
    }
    lacking(await w.ask('POST', '/messages/flags/narrow', { as }), 'anchor');
  }),
  rule('FLN-2', OPERATION, 'A range from the oldest message is processed and reported.', async (w) => {
    const { reader, place, ids } = await several(w, 3);
    const answer = success(await range(w, reader, inside(place)));
    same(answer.at('processed_count'), 3, 'processed_count');
    same(answer.at('updated_count'), 3, 'updated_count');
    same([answer.at('first_processed_id'), answer.at('last_processed_id')], [ids[0], ids[2]], 'the ends');
    same([answer.at('found_oldest'), answer.at('found_newest')], [true, true], 'what was found');
  }),
  rule('FLN-3', OPERATION, 'Repeating it processes the same and updates nothing.', async (w) => {
    const { reader } = await several(w, 3);
    const first = success(await range(w, reader));
    const again = success(await range(w, reader));
    same(again.at('processed_count'), first.at('processed_count'), 'processed_count');
    same(again.at('updated_count'), 0, 'updated_count');
  }),
  rule('FLN-4', OPERATION, 'Where nothing matches, nothing is processed.', async (w) => {
    const as = await w.user();
    const narrow = [{ operator: 'topic', operand: w.unique('nobody was here ') }];
    const answer = success(await range(w, as, { narrow }));
    same([answer.at('processed_count'), answer.at('updated_count')], [0, 0], 'the counts');
    same([answer.at('first_processed_id'), answer.at('last_processed_id')], [null, null], 'the ends');
    same([answer.at('found_oldest'), answer.at('found_newest')], [true, true], 'what was found');
  }),
  rule('FLN-5', OPERATION, 'From the newest on, the newest matches are processed.', async (w) => {
    const { reader, place, ids } = await several(w, 3);
    const form = { ...inside(place), anchor: 'newest', num_before: 2, num_after: 0 };
    const answer = success(await range(w, reader, form));
    same([answer.at('first_processed_id'), answer.at('last_processed_id')], ids.slice(1), 'the ends');
    same([answer.at('found_oldest'), answer.at('found_newest')], [false, true], 'what was found');
  }),
  rule('FLN-6', OPERATION, 'Without anything unread, the first unread message is the newest.', async (w) => {
    const { reader, place, ids } = await several(w, 2);
    success(await flag(w, reader, 'add', 'read', ids));
    const form = { ...inside(place), anchor: 'first_unread', num_before: 1, num_after: 0 };
    const answer = success(await range(w, reader, form));
    same(answer.at('last_processed_id'), ids[1], 'last_processed_id');
    same(answer.at('found_newest'), true, 'found_newest');
  }),
  rule('FLN-7', OPERATION, 'An anchor with messages on both sides cannot be left out.', async (w) => {
    refused(await range(w, await w.user(), { include_anchor: false, num_before: 1, num_after: 1 }));
  }),
  rule('FLN-8', OPERATION, 'An anchor that is left out is not processed.', async (w) => {
    const { reader, place, ids } = await several(w, 3);
    const form = { ...inside(place), anchor: ids[0], include_anchor: false, num_after: 5 };
    const answer = success(await range(w, reader, form));
    same(answer.at('first_processed_id'), ids[1], 'first_processed_id');
    same(answer.at('processed_count'), 2, 'processed_count');
    same(await flagsOf(w, reader, ids[0] ?? 0), [], 'the flags of the anchor');
  }),
  rule('FLN-9', OPERATION, 'Too large a range is made smaller instead of refused.', async (w) => {
    const as = await w.user();
    success(await range(w, as, { num_before: 5000, num_after: 5000 }));
    success(await range(w, as, { anchor: 'newest', num_before: 10_000, num_after: 0 }));
  }),
  rule('FLN-10', OPERATION, 'A count is not negative.', async (w) => {
    const as = await w.user();
    refused(await range(w, as, { num_before: -1 }));
    refused(await range(w, as, { num_after: -1 }));
  }),
  rule('FLN-11', OPERATION, 'Fixed and unknown flags and directions are refused.', async (w) => {
    const as = await w.user();
    for (const changes of [{ flag: 'mentioned' }, { flag: 'nope' }, { op: 'toggle' }])
      refused(await range(w, as, changes));
  }),
  rule('FLN-12', OPERATION, 'Stars in a channel that one was never in make history.', async (w) => {
    const { reader, writer } = await talk(w);
    const place = await room(w, writer);
    const id = await post(w, writer, place);
    const answer = success(await range(w, reader, { ...inside(place), flag: 'starred' }));
    same(answer.at('updated_count'), 1, 'updated_count');
    same(await flagsOf(w, reader, id), ['read', 'starred', 'historical'], 'the flags');
  }),
  rule('FLN-13', OPERATION, 'Nothing becomes unread in a channel that one is not in.', async (w) => {
    const { reader, writer } = await talk(w);
    const place = await room(w, writer);
    await post(w, writer, place);
    const answer = success(await range(w, reader, { ...inside(place), op: 'remove' }));
    same(answer.at('updated_count'), 0, 'updated_count');
    holds(numberAt(answer, 'processed_count') > 0, 'something to be processed', answer.text);
    same(answer.at('ignored_because_not_subscribed_channels'), [place.id], 'the ignored channels');
  }),
  rule('FLN-14', OPERATION, 'Terms are objects or pairs; an unknown operator is explained.', async (w) => {
    const { reader, place } = await several(w, 1);
    success(await range(w, reader, { narrow: [['channel', place.name]] }));
    const answer = await range(w, reader, { narrow: [{ operator: 'nope', operand: 'x' }] });
    refused(answer, 'BAD_NARROW');
    holds(typeof answer.at('desc') === 'string', 'a description', answer.text);
  }),
  rule('FLN-15', OPERATION, 'An unknown channel is refused, a hidden one is empty.', async (w) => {
    const { reader, writer } = await talk(w);
    const hidden = await room(w, writer, { invite_only: true });
    await post(w, writer, hidden);
    refused(
      await range(w, reader, { narrow: [{ operator: 'channel', operand: w.unique('no such ') }] }),
      'BAD_NARROW',
    );
    same(success(await range(w, reader, inside(hidden))).at('processed_count'), 0, 'processed_count');
  }),
  rule('FLN-16', OPERATION, 'The other clients receive exactly the changed messages.', async (w) => {
    const { reader, place, ids } = await several(w, 3);
    success(await flag(w, reader, 'add', 'read', ids.slice(1, 2)));
    const events = await flagEvents(w, reader, () => range(w, reader, inside(place)));
    same(events, [flagged('add', 'read', [ids[0] ?? 0, ids[2] ?? 0])], 'the events');
  }),
  rule('FLN-17', OPERATION, 'An anchor is a number or one of three words.', async (w) => {
    const as = await w.user();
    for (const anchor of ['abc', 'date', '']) refused(await range(w, as, { anchor }));
  }),
  rule('FLN-18', OPERATION, 'A search that is not understood is reported before the flag.', async (w) => {
    const narrow = [{ operator: 'nope', operand: 'x' }];
    refused(await range(w, await w.user(), { narrow, flag: 'nope' }), 'BAD_NARROW');
  }),
  rule(
    'FLN-19',
    OPERATION,
    '`ignored_because_not_subscribed_channels` is in the response only for the flag `read` and the op `remove`.',
    async (w) => {
      const { reader, place } = await several(w, 1);
      for (const flagName of ['read', 'starred', 'collapsed'])
        for (const op of ['add', 'remove']) {
          const { body } = success(await range(w, reader, { ...inside(place), flag: flagName, op }));
          const expected = flagName === 'read' && op === 'remove' ? [] : undefined;
          same(
            body['ignored_because_not_subscribed_channels'],
            expected,
            `the channels of ${flagName} ${op}`,
          );
        }
    },
  ),
  rule(
    'FLN-20',
    OPERATION,
    'A named anchor without messages before and after it processes the message that it names.',
    async (w) => {
      const { reader, place, ids } = await several(w, 3);
      const alone = { ...inside(place), num_before: 0, num_after: 0 };
      const processed = async (anchor: string) => {
        const answer = success(await range(w, reader, { ...alone, anchor }));
        same(answer.at('processed_count'), 1, `processed_count of ${anchor}`);
        same(answer.at('first_processed_id'), answer.at('last_processed_id'), `the ends of ${anchor}`);
        return answer.at('last_processed_id');
      };
      same(await processed('oldest'), ids[0], 'the oldest message');
      same(await processed('first_unread'), ids[1], 'the first unread message');
      same(await processed('newest'), ids[2], 'the newest message');
      same(await processed('first_unread'), ids[2], 'the message without anything unread');
    },
  ),
  rule('FLN-21', OPERATION, 'A named anchor that is left out is not processed.', async (w) => {
    const { reader, place } = await several(w, 2);
    const alone = { ...inside(place), include_anchor: false, num_before: 0, num_after: 0 };
    for (const anchor of ['oldest', 'newest'])
      same(success(await range(w, reader, { ...alone, anchor })).at('processed_count'), 0, anchor);
  }),
];
