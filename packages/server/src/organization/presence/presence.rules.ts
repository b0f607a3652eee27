import { holds, items, lacking, numberAt, refused, same, success } from '@parley/rules/expect.ts';
import { keysOf, modern, presencesIn, report } from '@parley/rules/steps/presence.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during } from '@parley/rules/steps/common.ts';

const UPDATE = 'update-presence';
const DAY = 86_400;

function isWhole(value: unknown): boolean {
  return Number.isInteger(value);
}

export const presenceRules: readonly Rule[] = [
  rule(
    'PRE-1',
    UPDATE,
    'Without a number the answer has the older form, by the address for the API.',
    async (w) => {
      const as = await w.user();
      const answer = success(await report(w, as));
      const own = presencesIn(answer)[as.email];
      same(keysOf(own), ['aggregated', 'website'], 'the keys of an entry');
      same(answer.at('presences', as.email, 'aggregated', 'status'), 'active', 'the status');
      same(keysOf(own?.['aggregated']), ['client', 'status', 'timestamp'], 'the keys of the aggregate');
      same(answer.at('presences', as.email, 'website', 'pushable'), false, 'pushable');
      same(answer.at('presences', as.email, 'website', 'client'), 'website', 'the client');
      holds(numberAt(answer, 'presence_last_update_id') >= 1, 'a number', answer.text);
      numberAt(answer, 'server_timestamp');
    },
  ),
  rule('PRE-2', UPDATE, 'The status is `active` or `idle`, and required.', async (w) => {
    const as = await w.owner();
    refused(await report(w, as, { status: 'foo' }));
    refused(await report(w, as, { status: '"active"' }));
    lacking(await w.ask('POST', '/users/me/presence', { as, form: {} }), 'status');
  }),
  rule(
    'PRE-3',
    UPDATE,
    'The response to `ping_only` has `presence_last_update_id` as it was passed, -1 without one, and no presence data.',
    async (w) => {
      const as = await w.owner();
      const { id } = await modern(w, as);
      for (const [form, expected] of [
        [{}, -1],
        [{ last_update_id: -1 }, -1],
        [{ last_update_id: id }, id],
      ] as const) {
        const { body } = success(await report(w, as, { ...form, ping_only: true }));
        same(body, { result: 'success', msg: '', presence_last_update_id: expected }, 'the whole body');
      }
    },
  ),
  rule(
    'PRE-4',
    UPDATE,
    'With a number the answer has the modern form: two whole numbers by id.',
    async (w) => {
      const as = await w.user();
      const own = (await modern(w, as)).presences[as.id];
      same(keysOf(own), ['active_timestamp', 'idle_timestamp'], 'the keys of an entry');
      holds(Object.values(own ?? {}).every(isWhole), 'whole numbers', own);
    },
  ),
  rule('PRE-5', UPDATE, 'The modern form can be had without a number.', async (w) => {
    const as = await w.user();
    const own = presencesIn(success(await report(w, as, { slim_presence: true })))[as.id];
    same(keysOf(own), ['active_timestamp', 'idle_timestamp'], 'the keys of an entry');
  }),
  rule(
    'PRE-6',
    UPDATE,
    'A request with the latest number returns no users and the same number.',
    async (w) => {
      const as = await w.owner();
      const { id } = await modern(w, as);
      same(await modern(w, as, { last_update_id: id }), { id, presences: {} }, 'the answer');
    },
  ),
  rule(
    'PRE-7',
    UPDATE,
    'A request with a number returns exactly the users who reported since, and a larger number.',
    async (w) => {
      const [as, other] = [await w.owner(), await w.user()];
      const { id } = await modern(w, as);
      success(await report(w, other, { ping_only: true }));
      const after = await modern(w, as, { last_update_id: id });
      same(Object.keys(after.presences), [String(other.id)], 'who reported');
      holds(after.id > id, 'a larger number', after.id);
    },
  ),
  rule('PRE-8', UPDATE, 'A second report within 55 seconds changes nothing.', async (w) => {
    const as = await w.owner();
    const first = await modern(w, as);
    same(await modern(w, as), first, 'the second answer');
    same(await modern(w, as, { status: 'idle' }), first, 'the third answer');
  }),
  rule(
    'PRE-9',
    UPDATE,
    'After 55 seconds a report counts: an idle one moves one time, an active one both.',
    async (w) => {
      const [as, url] = [await w.user(), await w.own().ahead(56)];
      const first = (await modern(w, as)).presences[as.id];
      const idle = (await modern(w, as, { status: 'idle' }, url)).presences[as.id];
      same(idle?.['active_timestamp'], first?.['active_timestamp'], 'the active time');
      holds(Number(idle?.['idle_timestamp']) >= Number(first?.['idle_timestamp']) + 56, 'a later time', idle);
      const active = (await modern(w, as, {}, url)).presences[as.id];
      holds(
        Number(active?.['active_timestamp']) >= Number(first?.['active_timestamp']) + 56,
        'a later time',
        active,
      );
    },
  ),
  rule(
    'PRE-10',
    UPDATE,
    'In the older form an idle report hides activity only after 70 seconds.',
    async (w) => {
      const as = await w.user();
      const first = success(await report(w, as)).at('presences', as.email, 'aggregated');
      const soon = await report(w, as, { status: 'idle' }, await w.own().ahead(60));
      same(success(soon).at('presences', as.email, 'aggregated'), first, 'the state a minute later');
      const late = success(await report(w, as, { status: 'idle' }, await w.own().ahead(180)));
      same(late.at('presences', as.email, 'aggregated', 'status'), 'idle', 'the status after three minutes');
      const age =
        numberAt(late, 'server_timestamp') - numberAt(late, 'presences', as.email, 'website', 'timestamp');
      holds(age < 10, 'the time of the idle report', age);
    },
  ),
  rule(
    'PRE-11',
    UPDATE,
    'A user who was never active counts as active at the time of joining.',
    async (w) => {
      const as = await w.user();
      const { presences } = await modern(w, as, { status: 'idle' });
      const { body } = success(await w.ask('GET', '/users/me', { as }));
      const joined = Date.parse(String(body['date_joined'])) / 1000;
      const active = Number(presences[as.id]?.['active_timestamp']);
      holds(active >= joined && active < joined + 60, 'the minute of joining', active);
    },
  ),
  rule('PRE-12', UPDATE, 'A client that wants no days of history gets no data.', async (w) => {
    const as = await w.user();
    await modern(w, await w.owner());
    same((await modern(w, as, { history_limit_days: 0 })).presences, {}, 'the presences');
    same((await modern(w, as, { history_limit_days: 0 })).id, -1, 'the number');
  }),
  rule(
    'PRE-13',
    UPDATE,
    'Two weeks of history are answered, unless the client wants more or has a number.',
    async (w) => {
      const [as, old] = [await w.owner(), await w.user()];
      const before = await modern(w, as);
      await modern(w, old);
      const url = await w.own().ahead(20 * DAY);
      const shows = async (form: Readonly<Record<string, unknown>>): Promise<boolean> =>
        String(old.id) in (await modern(w, as, form, url)).presences;
      same(await shows({}), false, 'shown by default');
      same(await shows({ history_limit_days: 30 }), true, 'shown within 30 days');
      same(await shows({ last_update_id: 0 }), false, 'shown for number 0');
      same(await shows({ last_update_id: before.id }), true, 'shown for an older number');
      same(
        await shows({ last_update_id: before.id, history_limit_days: 1 }),
        true,
        'shown with a number and a day',
      );
    },
  ),
  rule('PRE-14', UPDATE, 'Reports of an invisible user are not kept, but answered.', async (w) => {
    const [as, other] = [await w.owner(), await w.user()];
    success(await w.ask('PATCH', '/settings', { as: other, form: { presence_enabled: false } }));
    const { id } = await modern(w, as);
    same(await modern(w, other, { last_update_id: id }), { id, presences: {} }, 'the answer');
    same(Object.keys((await modern(w, as)).presences), [String(as.id)], 'who is there');
  }),
  rule('PRE-15', UPDATE, 'Bots have no presence and are refused first; guests have one.', async (w) => {
    refused(await report(w, await w.bot(await w.owner()), { status: 'foo' }));
    refused(await w.ask('POST', '/users/me/presence', { as: await w.bot(await w.owner()), form: {} }));
    success(await report(w, await w.user({ role: 600 })));
  }),
  rule('PRE-16', UPDATE, 'Deactivated users are not shown.', async (w) => {
    const [as, other] = [await w.owner(), await w.user()];
    await modern(w, other);
    success(await w.ask('DELETE', `/users/${other.id}`, { as }));
    holds(!(other.id in (await modern(w, as)).presences), 'nothing about them', other.id);
  }),
  rule('PRE-17', UPDATE, 'Numbers are whole and not quoted, flags are true or false.', async (w) => {
    const as = await w.owner();
    for (const form of [
      { last_update_id: '"5"' },
      { last_update_id: '1.0' },
      { history_limit_days: '1.5' },
      { ping_only: 'yes' },
      { slim_presence: '1' },
      { new_user_input: 'null' },
    ])
      refused(await report(w, as, form));
  }),
  rule('PRE-18', UPDATE, 'Unknown parameters are reported; known ones are not.', async (w) => {
    const answer = success(await report(w, await w.owner(), { new_user_input: true, zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule(
    'PRE-19',
    UPDATE,
    'A user who reports after more than 130 seconds is published to everyone, once.',
    async (w) => {
      const [as, other] = [await w.owner(), await w.user()];
      const events = await during(w, as, ['presence'], async () => {
        success(await report(w, other));
        success(await report(w, other));
      });
      same(events.length, 1, 'the number of events at first');
      const heardAhead = async (seconds: number): Promise<number> => {
        const url = await w.own().ahead(seconds);
        const form = { event_types: ['presence'], fetch_event_types: [] };
        const { body } = success(await w.ask('POST', '/register', { as, form, url }));
        success(await report(w, other, {}, url));
        const { queue_id, last_event_id } = body;
        const query = { queue_id, last_event_id, dont_block: true };
        return items(success(await w.ask('GET', '/events', { as, query, url })), 'events').length;
      };
      same(await heardAhead(60), 0, 'the number of events a minute later');
      same(await heardAhead(180), 0, 'the number of events two minutes after that');
      same(await heardAhead(320), 1, 'the number of events 140 seconds after that');
    },
  ),
  rule(
    'PRE-20',
    UPDATE,
    'Odd numbers of days and odd numbers to ask with are no reason to fail.',
    async (w) => {
      const as = await w.owner();
      for (const history_limit_days of [-1, -9007199254740991, 9007199254740991])
        success(await report(w, as, { last_update_id: -1, history_limit_days }));
      same((await modern(w, as, { last_update_id: -7 })).presences[as.id] === undefined, false, 'absent');
      const far = await modern(w, as, { last_update_id: 9007199254740991 });
      same(far, { id: 9007199254740991, presences: {} }, 'the answer for a number of the future');
    },
  ),
];
