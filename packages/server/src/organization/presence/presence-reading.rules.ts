import { holds, numberAt, refused, same, success } from '@parley/rules/expect.ts';
import { keysOf, modern, presencesIn, report } from '@parley/rules/steps/presence.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { roleGroup } from '@parley/rules/steps/groups.ts';
import { during, setRealm } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const ONE = 'get-user-presence';
const ALL = 'get-presence';
const REGISTER = 'register-queue';
const SETTINGS = 'update-settings';

const MODERN = {
  client_capabilities: { notification_settings_null: true, simplified_presence_events: true },
};

async function setVisible(w: World, as: Parameters<typeof report>[1], presence_enabled: boolean) {
  return success(await w.ask('PATCH', '/settings', { as, form: { presence_enabled } }));
}

export const presenceReadingRules: readonly Rule[] = [
  rule('PRE-21', ONE, 'The presence of one user has two whole numbers and both older objects.', async (w) => {
    const other = await w.user();
    await modern(w, other);
    const answer = success(await w.ask('GET', `/users/${other.id}/presence`, { as: await w.owner() }));
    same(
      keysOf(answer.at('presence')),
      ['active_timestamp', 'aggregated', 'idle_timestamp', 'website'],
      'the keys',
    );
    holds(Number.isInteger(answer.at('presence', 'idle_timestamp')), 'a whole number', answer.text);
  }),
  rule(
    'PRE-22',
    ONE,
    'Users without a report, bots, deactivated and unknown users have no presence.',
    async (w) => {
      const as = await w.owner();
      const gone = await w.user();
      await modern(w, gone);
      success(await w.ask('DELETE', `/users/${gone.id}`, { as }));
      const silent = await w.user();
      const bot = await w.bot(as);
      for (const who of [silent.id, bot.id, gone.id, 0, -1, 'nobody@example.com', '999999999999999999999'])
        refused(await w.ask('GET', `/users/${who}/presence`, { as }));
    },
  ),
  rule(
    'PRE-23',
    ONE,
    'A user is found by the address for the API and by a real one that the caller may see.',
    async (w) => {
      const as = await w.owner();
      const [open, hidden] = [await w.user(), await w.user({ visibility: 3 })];
      for (const who of [open, hidden]) await modern(w, who);
      const of = (name: string) => w.ask('GET', `/users/${encodeURIComponent(name)}/presence`, { as });
      success(await of(open.email.toUpperCase()));
      const shown = success(await w.ask('GET', `/users/${hidden.id}`, { as })).at('user', 'email');
      success(await of(String(shown)));
      success(await of(hidden.email));
    },
  ),
  rule(
    'PRE-24',
    ALL,
    'The presence of everybody has the older form and no number; bots may ask.',
    async (w) => {
      const other = await w.user();
      await modern(w, other);
      const as = await w.bot(await w.owner());
      const answer = success(await w.ask('GET', '/realm/presence', { as }));
      same(keysOf(presencesIn(answer)[other.email]), ['aggregated', 'website'], 'the keys of an entry');
      holds(!('presence_last_update_id' in answer.body), 'no number', answer.body);
      numberAt(answer, 'server_timestamp');
    },
  ),
  rule('PRE-25', REGISTER, 'Registration shows presence in the form that the client can take.', async (w) => {
    const as = await w.user();
    const { id } = await modern(w, as);
    const register = async (form: Readonly<Record<string, unknown>>) =>
      success(await w.ask('POST', '/register', { as, form: { fetch_event_types: ['presence'], ...form } }));
    for (const form of [{ slim_presence: true }, MODERN]) {
      const answer = await register(form);
      same(keysOf(answer.at('presences', String(as.id))), ['active_timestamp', 'idle_timestamp'], 'the keys');
      same(answer.at('presence_last_update_id'), id, 'the number');
    }
    same(keysOf((await register({})).at('presences', as.email)), ['aggregated', 'website'], 'the keys');
    const none = await register({ presence_history_limit_days: 0 });
    same([none.at('presences'), none.at('presence_last_update_id')], [{}, -1], 'without days');
  }),
  rule(
    'PRE-26',
    'get-events',
    'A user who comes online is reported in the form that the client accepts.',
    async (w) => {
      const as = await w.owner();
      const shapeFor = async (parameters: Readonly<Record<string, unknown>>) => {
        const other = await w.user();
        const [event] = await during(w, as, ['presence'], () => report(w, other), parameters);
        return { event, other };
      };
      const newest = await shapeFor(MODERN);
      same(keysOf(newest.event), ['presences', 'type'], 'the keys of the modern form');
      same(keysOf(newest.event?.['presences']), [String(newest.other.id)], 'who came');
      const slim = await shapeFor({ slim_presence: true });
      same(
        keysOf(slim.event),
        ['presence', 'server_timestamp', 'type', 'user_id'],
        'the keys of the slim form',
      );
      const older = await shapeFor({});
      same(
        keysOf(older.event),
        ['email', 'presence', 'server_timestamp', 'type', 'user_id'],
        'the keys of the older form',
      );
      same(keysOf(older.event?.['presence']), ['website'], 'the clients in the older form');
    },
  ),
  rule(
    'PRE-27',
    SETTINGS,
    'A user who becomes invisible looks offline for minutes, and an event is sent.',
    async (w) => {
      const [as, other] = [await w.owner(), await w.user()];
      const before = await modern(w, other);
      const events = await during(w, as, ['presence'], () => setVisible(w, other, false), MODERN);
      same(events.length, 1, 'the number of events');
      const { presences } = await modern(w, as, { last_update_id: before.id });
      const age = Date.now() / 1000 - Number(presences[other.id]?.['idle_timestamp']);
      holds(age > 200 && age < 400, 'an age of some minutes', age);
    },
  ),
  rule(
    'PRE-28',
    SETTINGS,
    'A user who becomes visible is online at once, and an event is sent.',
    async (w) => {
      const [as, other] = [await w.owner(), await w.user()];
      await modern(w, other);
      await setVisible(w, other, false);
      const events = await during(w, as, ['presence'], () => setVisible(w, other, true), MODERN);
      same(events.length, 1, 'the number of events');
      const told = JSON.stringify(events[0]);
      const age = Date.now() / 1000 - Number(/"active_timestamp":(\d+)/.exec(told)?.[1]);
      holds(age < 10, 'an age of seconds', age);
    },
  ),
  rule('PRE-29', ALL, 'Restricted guests see and receive only their own presence.', async (w) => {
    const [guest, other] = [await w.user({ role: 600 }), await w.user()];
    await modern(w, other);
    w.own();
    await setRealm(w, { can_access_all_users_group: { new: await roleGroup(w, 'members') } }, {});
    const events = await during(w, guest, ['presence'], async () => {
      await setVisible(w, other, false);
      await setVisible(w, other, true);
    });
    same(events, [], 'the events');
    same(Object.keys((await modern(w, guest)).presences), [String(guest.id)], 'who is shown');
    const all = success(await w.ask('GET', '/realm/presence', { as: guest }));
    same(keysOf(presencesIn(all)).length, 1, 'how many are shown');
    refused(await w.ask('GET', `/users/${other.id}/presence`, { as: guest }));
    const registered = await w.ask('POST', '/register', { as: guest, form: { slim_presence: true } });
    same(keysOf(presencesIn(success(registered))), [String(guest.id)], 'who is registered');
  }),
];
