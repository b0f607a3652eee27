import { room, type Room } from '@parley/rules/steps/channels.ts';
import { move, post, remove, UNKNOWN, whisper } from '@parley/rules/steps/editing.ts';
import { refused, same, success } from '@parley/rules/expect.ts';
import { askMessages, found, matching, messageOf, term, type Term } from '@parley/rules/steps/fetching.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { dummyAddress } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'get-messages';

/** Two users with two channels, some messages there and some between them. */
type Scene = {
  readonly w: World;
  readonly as: User;
  readonly other: User;
  readonly lab: Room;
  readonly hall: Room;
  readonly ids: Readonly<Record<string, number>>;
};

async function scene(w: World): Promise<Scene> {
  const [as, other] = [await w.user(), await w.user()];
  const lab = await room(w, as, { others: [other] });
  const hall = await room(w, as, { others: [other] });
  return {
    w,
    as,
    other,
    lab,
    hall,
    ids: {
      plain: await post(w, as, lab, 'Plans', 'hello'),
      link: await post(w, other, lab, 'plans', 'see https://example.com'),
      call: await post(w, other, hall, 'calls', `@**${as.name}|${as.id}** look`),
      everyone: await post(w, other, hall, 'calls', '@**all** look'),
      empty: await post(w, other, hall, '', 'nothing in particular'),
      done: await post(w, other, hall, '✔ done', 'finished'),
      sent: await whisper(w, as, [other], 'psst'),
      got: await whisper(w, other, [as], 'yes'),
      note: await whisper(w, as, [as], 'note'),
    },
  };
}

function finds(
  id: string,
  sentence: string,
  narrow: (scene: Scene) => readonly Term[] | Promise<readonly Term[]>,
  expected: readonly string[],
  before: (scene: Scene) => Promise<unknown> = async () => undefined,
): Rule {
  return rule(id, OF, sentence, async (w) => {
    const there = await scene(w);
    await before(there);
    const got = await found(w, there.as, Object.values(there.ids), ...(await narrow(there)));
    const names = Object.entries(there.ids);
    same(
      got.map((one) => names.find(([, other]) => other === one)?.[0]),
      expected,
      'the messages',
    );
  });
}

function unknown(id: string, sentence: string, narrow: readonly unknown[], code = 'BAD_NARROW'): Rule {
  return rule(id, OF, sentence, async (w) => {
    refused(await askMessages(w, await w.user(), { anchor: 'newest', num_before: 1, narrow }), code);
  });
}

function flag(name: string, which: string) {
  return ({ w, as, ids }: Scene) =>
    w.ask('POST', '/messages/flags', { as, form: { flag: name, op: 'add', messages: [ids[which]] } });
}

function policy(topic: string, visibility_policy: number) {
  return ({ w, as, lab }: Scene) =>
    w.ask('POST', '/user_topics', { as, form: { stream_id: lab.id, topic, visibility_policy } });
}

const LAB = ['plain', 'link'];
const HALL = ['call', 'everyone', 'empty', 'done'];
const DIRECT = ['sent', 'got', 'note'];

export const narrowRules: readonly Rule[] = [
  finds('NW-1', '`channel` takes an id.', ({ lab }) => [term('channel', lab.id)], LAB),
  finds(
    'NW-2',
    '`channel` takes a name in any letter case.',
    ({ lab }) => [term('channel', lab.name.toUpperCase())],
    LAB,
  ),
  finds('NW-3', '`stream` is an older word for `channel`.', ({ lab }) => [term('stream', lab.name)], LAB),
  finds('NW-4', 'A negated `channel` leaves it out.', ({ lab }) => [term('-channel', lab.id)], [
    ...HALL,
    ...DIRECT,
  ]),
  finds('NW-5', '`channels:public` matches what is in public channels.', () => [term('channels', 'public')], [
    ...LAB,
    ...HALL,
  ]),
  finds(
    'NW-6',
    '`topic` counts in any letter case.',
    ({ lab }) => [term('channel', lab.id), term('topic', 'PLANS')],
    LAB,
  ),
  finds(
    'NW-7',
    '`topic` finds the empty topic by its name.',
    ({ hall }) => [term('channel', hall.id), term('topic', 'general chat')],
    ['empty'],
  ),
  finds(
    'NW-8',
    'A negated `topic` leaves it out.',
    ({ hall }) => [term('channel', hall.id), term('-topic', 'calls')],
    ['empty', 'done'],
  ),
  finds('NW-9', '`sender` takes an id.', ({ as }) => [term('sender', as.id)], ['plain', 'sent', 'note']),
  finds(
    'NW-10',
    '`sender` takes an address.',
    async ({ w, as }) => [term('sender', await dummyAddress(w, as))],
    ['plain', 'sent', 'note'],
  ),
  finds('NW-11', 'A negated `sender` leaves out what one wrote.', ({ as }) => [term('-sender', as.id)], [
    'link',
    ...HALL,
    'got',
  ]),
  finds(
    'NW-12',
    '`dm` matches both directions of one conversation.',
    ({ other }) => [term('dm', [other.id])],
    ['sent', 'got'],
  ),
  finds('NW-13', '`dm` with oneself matches notes.', ({ as }) => [term('dm', [as.id])], ['note']),
  finds('NW-14', '`dm` with nobody matches nothing.', () => [term('dm', [])], []),
  finds(
    'NW-15',
    '`pm-with` takes addresses.',
    async ({ w, other }) => [term('pm-with', await dummyAddress(w, other))],
    ['sent', 'got'],
  ),
  finds(
    'NW-16',
    '`dm-including` matches every conversation with the user.',
    ({ other }) => [term('dm-including', other.id)],
    ['sent', 'got'],
  ),
  finds(
    'NW-17',
    '`dm-including` oneself matches all direct messages.',
    ({ as }) => [term('dm-including', as.id)],
    DIRECT,
  ),
  finds(
    'NW-18',
    '`group-pm-with` matches as `dm-including` does.',
    ({ other }) => [term('group-pm-with', other.id)],
    ['sent', 'got'],
  ),
  finds('NW-19', '`is:dm` matches direct messages.', () => [term('is', 'dm')], DIRECT),
  finds('NW-20', '`is:private` is an older word for it.', () => [term('is', 'private')], DIRECT),
  finds('NW-21', 'A negated `is:dm` matches what is in channels.', () => [term('-is', 'dm')], [
    ...LAB,
    ...HALL,
  ]),
  finds(
    'NW-22',
    '`is:starred` matches what the caller starred.',
    () => [term('is', 'starred')],
    ['link'],
    flag('starred', 'link'),
  ),
  finds(
    'NW-23',
    '`is:mentioned` matches mentions of the caller and of everybody.',
    () => [term('is', 'mentioned')],
    ['call', 'everyone'],
  ),
  finds(
    'NW-24',
    '`is:alerted` matches alert words.',
    ({ hall }) => [term('channel', hall.id), term('is', 'alerted')],
    [],
  ),
  finds('NW-25', '`is:resolved` matches topics that are resolved.', () => [term('is', 'resolved')], ['done']),
  finds(
    'NW-26',
    '`is:followed` matches topics that the caller follows.',
    ({ lab }) => [term('channel', lab.id), term('is', 'followed')],
    LAB,
    policy('plans', 3),
  ),
  finds(
    'NW-27',
    '`is:muted` matches topics that the caller muted.',
    ({ lab }) => [term('channel', lab.id), term('is', 'muted')],
    LAB,
    policy('plans', 1),
  ),
  finds(
    'NW-28',
    '`in:home` leaves out what is muted.',
    () => [term('in', 'home')],
    [...HALL, ...DIRECT],
    policy('PLANS', 1),
  ),
  finds(
    'NW-29',
    '`in:all` matches everything, negated or not.',
    () => [term('in', 'all'), term('-in', 'all')],
    [...LAB, ...HALL, ...DIRECT],
  ),
  finds(
    'NW-30',
    '`is:unread` leaves out what was read.',
    ({ lab }) => [term('is', 'unread'), term('channel', lab.id)],
    ['link'],
    flag('read', 'plain'),
  ),
  finds(
    'NW-31',
    'A negated `is:unread` matches what was read.',
    () => [term('-is', 'unread')],
    ['got'],
    flag('read', 'got'),
  ),
  finds('NW-32', '`has:link` matches links.', () => [term('has', 'link')], ['link']),
  finds('NW-33', '`has:image` matches pictures.', () => [term('has', 'image')], []),
  finds('NW-34', '`has:attachment` matches files.', () => [term('has', 'attachment')], []),
  finds(
    'NW-35',
    '`has:reaction` matches messages with reactions.',
    () => [term('has', 'reaction')],
    ['got'],
    ({ w, as, ids }) =>
      w.ask('POST', `/messages/${ids['got']}/reactions`, { as, form: { emoji_name: '+1' } }),
  ),
  finds('NW-36', '`id` matches one message.', ({ ids }) => [term('id', ids['call'] ?? 0)], ['call']),
  finds('NW-37', '`id` takes digits as text.', ({ ids }) => [term('id', String(ids['call']))], ['call']),
  finds('NW-38', '`mentions` matches personal mentions only.', ({ as }) => [term('mentions', as.id)], [
    'call',
  ]),
  finds('NW-39', '`near` changes nothing.', ({ lab }) => [term('channel', lab.id), term('near', '5')], LAB),
  finds(
    'NW-40',
    '`with` means the conversation of a message, whatever other terms name.',
    ({ ids, hall }) => [term('channel', hall.id), term('topic', 'calls'), term('with', ids['link'] ?? 0)],
    LAB,
  ),
  finds(
    'NW-41',
    '`with` follows a message that was moved.',
    ({ ids, lab }) => [term('channel', lab.id), term('topic', 'plans'), term('with', ids['link'] ?? 0)],
    ['link'],
    ({ w, other, ids }) => move(w, other, ids['link'] ?? 0, { topic: 'elsewhere' }),
  ),
  finds(
    'NW-42',
    '`with` an unknown message counts for nothing where a conversation is named otherwise.',
    ({ other }) => [term('dm', [other.id]), term('with', UNKNOWN)],
    ['sent', 'got'],
  ),
  rule('NW-43', OF, '`with` a message that is gone cannot be understood alone.', async (w) => {
    const { as, ids } = await scene(w);
    success(await remove(w, as, ids['plain'] ?? 0));
    refused(
      await askMessages(w, as, { anchor: 'newest', narrow: [term('with', ids['plain'] ?? 0)] }),
      'BAD_NARROW',
    );
  }),
  finds(
    'NW-44',
    '`search` finds words in all their forms, all of which must occur.',
    ({ hall }) => [term('search', 'LOOKING everyone'), term('channel', hall.id)],
    [],
  ),
  finds(
    'NW-45',
    '`search` looks at topics too.',
    ({ lab }) => [term('search', 'plan'), term('channel', lab.id)],
    LAB,
  ),
  finds(
    'NW-46',
    '`search` ignores stop words beside other words, and its own negation.',
    ({ hall }) => [term('-search', 'the look'), term('channel', hall.id)],
    ['call', 'everyone'],
  ),
  finds(
    'NW-47',
    '`search` finds quoted words one after the other.',
    ({ hall }) => [term('search', '"nothing in particular"'), term('channel', hall.id)],
    ['empty'],
  ),
  finds(
    'NW-48',
    '`search` finds no other order of quoted words.',
    ({ hall }) => [term('search', '"particular nothing"'), term('channel', hall.id)],
    [],
  ),
  rule('NW-49', OF, '`search` takes signs of query languages as text.', async (w) => {
    const { as } = await scene(w);
    for (const text of ["'", 'a & !b | (', '"', '%', '\\', 'look:*', '<->', "'; --"])
      await matching(w, as, [term('search', text)]);
  }),
  unknown('NW-50', 'An unknown operator cannot be understood.', [term('nope', 'x')]),
  unknown('NW-51', 'An unknown word of `is` cannot be understood.', [term('is', 'nope')]),
  unknown('NW-52', 'An unknown word of `has` cannot be understood.', [term('has', 'nope')]),
  unknown('NW-53', 'An unknown word of `in` cannot be understood.', [term('in', 'nope')]),
  unknown('NW-54', 'An unknown kind of channels cannot be understood.', [term('channels', 'nope')]),
  unknown('NW-55', 'A channel that does not exist cannot be understood.', [term('channel', UNKNOWN)]),
  unknown('NW-56', 'A sender who does not exist cannot be understood.', [term('sender', UNKNOWN)]),
  unknown('NW-57', 'A conversation with an unknown user is refused.', [term('dm', [UNKNOWN])]),
  unknown('NW-58', 'An id that is none cannot be understood.', [term('id', 'x')]),
  unknown('NW-59', 'An id beyond all ids cannot be understood.', [term('id', 2_147_483_648)]),
  unknown('NW-60', 'Two messages cannot be followed.', [term('with', 1), term('with', 2)]),
  unknown('NW-61', 'A channel and direct messages contradict each other.', [
    term('topic', 'x'),
    term('is', 'dm'),
  ]),
  unknown('NW-62', '`is:dm` and its negation contradict each other.', [term('-is', 'dm'), term('is', 'dm')]),
  unknown('NW-63', 'A term that is neither an object nor a pair is refused.', ['is:dm'], 'BAD_REQUEST'),
  unknown('NW-64', 'A term without an operand is refused.', [{ operator: 'is' }], 'BAD_REQUEST'),
  unknown('NW-65', 'A triple is refused.', [['is', 'dm', 'x']], 'BAD_REQUEST'),
  unknown('NW-66', 'A number where a word is expected is refused.', [term('topic', 5)], 'BAD_REQUEST'),
  unknown('NW-67', 'A list where one name is expected is refused.', [term('sender', [5])], 'BAD_REQUEST'),
  unknown(
    'NW-68',
    'A negation that is neither true nor false is refused.',
    [{ operator: 'is', operand: 'dm', negated: 'yes' }],
    'BAD_REQUEST',
  ),
  unknown('NW-69', 'An empty search is refused.', [term('search', '')], 'BAD_REQUEST'),
  rule('NW-70', OF, 'A pair is an older form of a term.', async (w) => {
    const { as, lab, ids } = await scene(w);
    const messages = await matching(w, as, [
      ['channel', lab.name],
      ['sender', await dummyAddress(w, as)],
    ]);
    same(
      messages.map(({ id }) => id),
      [ids['plain']],
      'the messages',
    );
  }),
  rule('NW-73', OF, 'Pairs take ids and lists of ids where objects take them.', async (w) => {
    const { as, other, lab, ids } = await scene(w);
    const found = async (...narrow: readonly unknown[]) =>
      (await matching(w, as, narrow)).map(({ id }) => id);
    same(await found(['channel', lab.id], ['sender', as.id]), [ids['plain']], 'the messages by ids');
    same(await found(['dm', [other.id]]), [ids['sent'], ids['got']], 'the direct messages');
    for (const pair of [
      ['topic', 5],
      ['sender', [as.id]],
    ])
      refused(await askMessages(w, as, { anchor: 'newest', narrow: [pair] }));
  }),
  rule(
    'NW-74',
    OF,
    '`before` and `after` take a moment: the one ends there, the other begins.',
    async (w) => {
      const { as, lab, ids } = await scene(w);
      const sent = Object.values(ids);
      const first = await messageOf(w, as, ids['plain'] ?? 0);
      const at = Number(first['timestamp']) * 1000;
      const [early, late] = [new Date(at - 3_600_000), new Date(at + 3_600_000)].map((date) =>
        date.toISOString(),
      );
      same(await found(w, as, sent, term('before', early ?? '')), [], 'what was sent before');
      same(await found(w, as, sent, term('after', late ?? '')), [], 'what comes after');
      const between = [term('after', early ?? ''), term('before', late ?? ''), term('channel', lab.id)];
      same(await found(w, as, sent, ...between), [ids['plain'], ids['link']], 'the messages between');
      same(
        await found(w, as, sent, term('-before', early ?? ''), term('channel', lab.id)),
        [ids['plain'], ids['link']],
        'the messages not before',
      );
    },
  ),
  rule('NW-75', OF, '`date` means a day, in UTC; `after` a day begins with the next one.', async (w) => {
    const { as, lab, ids } = await scene(w);
    const sent = Object.values(ids);
    const first = await messageOf(w, as, ids['plain'] ?? 0);
    const day = (offset: number): string =>
      new Date(Number(first['timestamp']) * 1000 + offset * 86_400_000).toISOString().slice(0, 10);
    const on = async (...terms: readonly Term[]) =>
      (await found(w, as, sent, term('channel', lab.id), ...terms)).includes(ids['plain'] ?? 0);
    same(await on(term('date', day(0))), true, 'found on its day');
    for (const offset of [-1, 1]) same(await on(term('date', day(offset))), false, 'found on another day');
    same(await on(term('after', day(-1))), true, 'found after the day before');
    same(await on(term('after', day(0))), false, 'found after its own day');
    same(await on(term('before', day(1))), true, 'found before the next day');
    same(await on(term('before', day(0))), false, 'found before its own day');
  }),
  rule(
    'NW-76',
    OF,
    'A date that is none, or has a time where a day is meant, cannot be understood.',
    async (w) => {
      const as = await w.user();
      for (const wrong of [
        term('before', 'yesterday'),
        term('after', '2026-02-30'),
        term('date', '2026-02-03T10:00'),
      ])
        refused(await askMessages(w, as, { anchor: 'newest', num_before: 1, narrow: [wrong] }), 'BAD_NARROW');
      refused(await askMessages(w, as, { anchor: 'newest', narrow: [term('before', 5)] }), 'BAD_REQUEST');
    },
  ),
  rule('NW-71', OF, 'Two channels at once match nothing.', async (w) => {
    const { as, lab, hall } = await scene(w);
    same(await matching(w, as, [term('channel', lab.id), term('channel', hall.id)]), [], 'the messages');
  }),
  rule('NW-72', OF, 'Messages found as unread never have the flag `read`.', async (w) => {
    const { as } = await scene(w);
    const messages = await matching(w, as, [term('is', 'unread')]);
    same(
      messages.filter(({ flags }) => (flags as string[]).includes('read')),
      [],
      'messages that were read',
    );
  }),
];
