import { room, type Room } from '@parley/rules/steps/channels.ts';
import { post, UNKNOWN, whisper } from '@parley/rules/steps/editing.ts';
import { holds, items, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { askMessages, found, NEWEST, term } from '@parley/rules/steps/fetching.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'get-messages';

/** The only subscriber of a channel with five messages. */
async function five(w: World) {
  const as = await w.user();
  const place = await room(w, as);
  const ids: number[] = [];
  for (let n = 0; n < 5; n += 1) ids.push(await post(w, as, place, 't', `number ${n}`));
  const narrow = [term('channel', place.id), term('topic', 't')];
  const ask = (query: Item): Promise<Answer> => askMessages(w, as, { narrow, ...query });
  return { as, place, ids, ask };
}

function idsIn(answer: Answer): unknown[] {
  return items(success(answer), 'messages').map(({ id }) => id);
}

function ends(answer: Answer): unknown[] {
  return [answer.at('found_oldest'), answer.at('found_anchor'), answer.at('found_newest')];
}

function range(
  id: string,
  sentence: string,
  query: (ids: readonly number[]) => Item,
  expected: readonly number[],
  found: readonly boolean[],
): Rule {
  return rule(id, OF, sentence, async (w) => {
    const { ids, ask } = await five(w);
    const answer = await ask(query(ids));
    same(
      idsIn(answer).map((one) => ids.indexOf(Number(one))),
      expected,
      'the messages by their number',
    );
    same(ends(answer), found, 'what was found: oldest, anchor, newest');
  });
}

function wrong(id: string, sentence: string, query: Item): Rule {
  return rule(id, OF, sentence, async (w) => {
    refused(await askMessages(w, await w.user(), query));
  });
}

const RANGE_PARAMETERS =
  'num_before, num_after, anchor, message_ids, include_anchor, use_first_unread_anchor';

export const messageFetchRules: readonly Rule[] = [
  wrong('FM-1', 'Neither an anchor nor ids is refused.', { num_before: 1, num_after: 1 }),
  range(
    'FM-2',
    'The newest messages come oldest first, and nothing is newer.',
    () => ({ anchor: 'newest', num_before: 3, num_after: 0 }),
    [2, 3, 4],
    [false, false, true],
  ),
  range(
    'FM-3',
    'From the oldest on, nothing is older.',
    () => ({ anchor: 'oldest', num_before: 0, num_after: 3 }),
    [0, 1, 2],
    [true, false, false],
  ),
  range(
    'FM-4',
    'An anchor without counts is the message itself.',
    (ids) => ({ anchor: ids[2], num_before: 0, num_after: 0 }),
    [2],
    [false, true, false],
  ),
  range(
    'FM-5',
    'Both sides of an anchor come with it.',
    (ids) => ({ anchor: ids[2], num_before: 1, num_after: 1 }),
    [1, 2, 3],
    [false, true, false],
  ),
  range(
    'FM-6',
    'Counts beyond both ends find both.',
    (ids) => ({ anchor: ids[2], num_before: 9, num_after: 9 }),
    [0, 1, 2, 3, 4],
    [true, true, true],
  ),
  range(
    'FM-7',
    'An anchor can be left out before it.',
    (ids) => ({ anchor: ids[2], num_before: 2, num_after: 0, include_anchor: false }),
    [0, 1],
    [false, false, false],
  ),
  range(
    'FM-8',
    'An anchor can be left out behind it.',
    (ids) => ({ anchor: ids[2], num_before: 0, num_after: 2, include_anchor: false }),
    [3, 4],
    [false, false, false],
  ),
  range(
    'FM-9',
    'A negative anchor is the oldest.',
    () => ({ anchor: -7, num_before: 0, num_after: 1 }),
    [0],
    [true, false, false],
  ),
  range(
    'FM-10',
    'A date leads to the first message since.',
    () => ({ anchor: 'date', anchor_date: '2000-01-01', num_before: 0, num_after: 1 }),
    [0, 1],
    [false, true, false],
  ),
  range(
    'FM-11',
    'A date after all messages leads to the newest.',
    () => ({ anchor: 'date', anchor_date: '2999-12-31T23:59:59+01:00', num_before: 0, num_after: 1 }),
    [4],
    [false, true, true],
  ),
  range(
    'FM-12',
    'The first unread message can be the anchor.',
    () => ({ anchor: 'first_unread', num_before: 0, num_after: 1 }),
    [0, 1],
    [false, true, false],
  ),
  range(
    'FM-13',
    'The older name for the first unread anchor is accepted.',
    () => ({ use_first_unread_anchor: true, num_before: 0, num_after: 1 }),
    [0, 1],
    [false, true, false],
  ),
  rule(
    'FM-14',
    OF,
    'The answer names the anchor: 0 for the oldest, a number beyond all ids for the newest.',
    async (w) => {
      const { ids, ask } = await five(w);
      same((await ask({ anchor: 'newest', num_before: 1 })).at('anchor'), NEWEST, 'the newest');
      same((await ask({ anchor: '99999999999999999999', num_before: 1 })).at('anchor'), NEWEST, 'a huge id');
      same((await ask({ anchor: 'oldest', num_after: 1 })).at('anchor'), 0, 'the oldest');
      same((await ask({ anchor: ids[3] })).at('anchor'), ids[3], 'an id');
      same((await ask({ anchor: 'first_unread' })).at('anchor'), ids[0], 'the first unread');
    },
  ),
  rule('FM-15', OF, 'Without anything unread, the anchor is the newest.', async (w) => {
    const as = await w.user();
    const narrow = [term('topic', w.unique('nothing '))];
    same((await askMessages(w, as, { anchor: 'first_unread', narrow })).at('anchor'), NEWEST, 'the anchor');
    same(
      (await askMessages(w, as, { anchor: 'date', anchor_date: '2020-01-01', narrow })).at('anchor'),
      NEWEST,
      'by date',
    );
  }),
  wrong('FM-16', 'More than 5,000 messages at once are refused.', {
    anchor: 'newest',
    num_before: 3000,
    num_after: 2001,
  }),
  rule('FM-17', OF, 'Exactly 5,000 messages may be asked for.', async (w) => {
    success(await askMessages(w, await w.user(), { anchor: 'newest', num_before: 3000, num_after: 2000 }));
  }),
  wrong('FM-18', 'A word that is no anchor is refused.', { anchor: 'abc', num_before: 1, num_after: 0 }),
  wrong('FM-19', 'The anchor `date` needs a date.', { anchor: 'date', num_before: 1, num_after: 0 }),
  wrong('FM-20', 'A date that is none is refused.', {
    anchor: 'date',
    anchor_date: 'yesterday',
    num_before: 1,
    num_after: 0,
  }),
  wrong('FM-21', 'An anchor cannot be left out from between two sides.', {
    anchor: 5,
    num_before: 1,
    num_after: 1,
    include_anchor: false,
  }),
  wrong('FM-22', 'A negative count is refused.', { anchor: 'newest', num_before: -1, num_after: 0 }),
  rule(
    'FM-23',
    OF,
    'Messages by their ids come ascending, without an anchor, and unknown ones are left out.',
    async (w) => {
      const { as, ids } = await five(w);
      const answer = await askMessages(w, as, { message_ids: [ids[3], ids[1], UNKNOWN] });
      same(idsIn(answer), [ids[1], ids[3]], 'the messages');
      same(ends(answer), [false, false, false], 'what was found');
      same('anchor' in answer.body, false, 'whether an anchor is there');
    },
  ),
  rule('FM-24', OF, 'Ids and a range exclude each other, and the answer names the parameters.', async (w) => {
    const as = await w.user();
    for (const query of [
      { anchor: 1 },
      { num_before: 1 },
      { num_after: 1 },
      { use_first_unread_anchor: true },
    ])
      refused(await askMessages(w, as, { message_ids: [1], ...query }), 'BAD_REQUEST', {
        parameters: RANGE_PARAMETERS,
      });
  }),
  rule('FM-25', OF, 'History is not limited.', async (w) => {
    const { ask } = await five(w);
    same((await ask({ anchor: 'newest', num_before: 1 })).at('history_limited'), false, 'the limit');
  }),
  rule('FM-26', OF, 'The direct messages of other users are never found.', async (w) => {
    const [as, other, owner] = [await w.user(), await w.user(), await w.owner()];
    const id = await whisper(w, as, [other]);
    for (const narrow of [[], [term('id', id)], [term('sender', as.id)], [term('dm-including', as.id)]])
      same(await found(w, owner, [id], ...narrow), [], 'what an owner finds');
    same(idsIn(await askMessages(w, owner, { message_ids: [id] })), [], 'by its id');
  }),
  rule(
    'FM-27',
    OF,
    'A later subscriber of a public channel finds earlier messages on request, as historical.',
    async (w) => {
      const [as, late] = [await w.user(), await w.user()];
      const place = await room(w, as);
      const early = await post(w, as, place);
      success(
        await w.ask('POST', '/users/me/subscriptions', {
          as: late,
          form: { subscriptions: [{ name: place.name }] },
        }),
      );
      const later = await post(w, as, place);
      same(await found(w, late, [early, later], term('channel', place.id)), [early, later], 'in the channel');
      same(await found(w, late, [early, later]), [later], 'without a search');
      const query = { message_ids: [early], narrow: [term('channel', place.id)] };
      same(
        items(success(await askMessages(w, late, query)), 'messages')[0]?.['flags'],
        ['read', 'historical'],
        'flags',
      );
    },
  ),
  rule(
    'FM-28',
    OF,
    'A later subscriber of a channel with protected history does not find earlier messages.',
    async (w) => {
      const [as, late] = [await w.user(), await w.user()];
      const place = await secret(w, as);
      const early = await post(w, as, place);
      const form = { subscriptions: [{ name: place.name }], principals: [late.id] };
      success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
      const later = await post(w, as, place);
      same(await found(w, late, [early, later], term('channel', place.id)), [later], 'in the channel');
      same(await found(w, late, [early, later], term('id', early)), [], 'by its id');
      refused(await w.ask('GET', `/messages/${early}`, { as: late }));
    },
  ),
  rule('FM-29', OF, 'A channel that the caller cannot read looks empty at both ends.', async (w) => {
    const as = await w.user();
    const place = await secret(w, as);
    await post(w, as, place);
    const query = { anchor: 'oldest', num_before: 0, num_after: 5, narrow: [term('channel', place.id)] };
    const answer = await askMessages(w, await w.user(), query);
    same([idsIn(answer), ends(answer), answer.at('anchor')], [[], [true, false, true], NEWEST], 'the answer');
  }),
  rule(
    'FM-30',
    OF,
    'A search for a word carries where it stands, as HTML, whatever form was asked for.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const word = w.unique('zebra');
      await post(w, as, place, '<b>', `**a** ${word}`);
      for (const apply_markdown of [true, false]) {
        const query = { anchor: 'newest', num_before: 1, narrow: [term('search', word)], apply_markdown };
        const [message] = items(success(await askMessages(w, as, query)), 'messages');
        const html = String(message?.['match_content']);
        holds(html.includes(`<span class="highlight">${word}</span>`), 'a highlighted word', html);
        same(message?.['match_subject'], '&lt;b&gt;', 'the topic as HTML');
      }
    },
  ),
];

/** A private channel whose history is for those who were there. */
function secret(w: World, as: User): Promise<Room> {
  return room(w, as, { invite_only: true, history_public_to_subscribers: false });
}
