import { holds, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { keysOf, modern, presencesIn, report } from '@parley/rules/steps/presence.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft, draftOf, dummyAddress, editDraft, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import { room } from '@parley/rules/steps/channels.ts';
import type { World } from '@parley/rules/world.ts';

const PRESENCE = 'update-presence';
const EDIT = 'edit-draft';
const CREATE = 'create-drafts';
const ADD_VIEW = 'add-navigation-view';
const DAY_SECONDS = 86_400;
const MODERN_KEYS = ['active_timestamp', 'idle_timestamp'];
const LEGACY_KEYS = ['aggregated', 'website'];

async function legacyEntry(w: World, as: User, form: Item = {}): Promise<Record<string, Item>> {
  return presencesIn(success(await report(w, as, form)))[as.email] as Record<string, Item>;
}

function isRecent(seconds: unknown): boolean {
  return Number.isInteger(seconds) && Math.abs(Date.now() / 1000 - Number(seconds)) < 60;
}

async function viewsOf(w: World, as: User): Promise<unknown> {
  return success(await w.ask('GET', '/navigation_views', { as })).at('navigation_views');
}

export const specificationPresenceRules: readonly Rule[] = [
  rule('SPP-1', PRESENCE, 'Both times of an active report are integer seconds of now.', async (w) => {
    const as = await w.user();
    const own = (await modern(w, as)).presences[as.id] ?? {};
    holds(isRecent(own['active_timestamp']), 'a current active_timestamp', own);
    holds(isRecent(own['idle_timestamp']), 'a current idle_timestamp', own);
  }),
  rule(
    'SPP-2',
    PRESENCE,
    'The legacy key of a user with a hidden address is the dummy address.',
    async (w) => {
      const hidden = await w.user({ visibility: 3 });
      const shown = presencesIn(success(await report(w, hidden)));
      same(keysOf(shown[await dummyAddress(w, hidden)]), LEGACY_KEYS, 'the keys of the entry');
      holds(!(hidden.email in shown), 'no entry under the real address', Object.keys(shown));
    },
  ),
  rule(
    'SPP-3',
    PRESENCE,
    'The keys `aggregated` and `website` hold the same client, status and time.',
    async (w) => {
      const own = await legacyEntry(w, await w.user());
      const { pushable, ...website } = own['website'] ?? {};
      same(pushable, false, 'pushable');
      same(own['aggregated'], website, 'aggregated');
      same(website['client'], 'website', 'client');
      holds(isRecent(website['timestamp']), 'a current timestamp in seconds', website);
    },
  ),
  rule('SPP-4', PRESENCE, 'A first report as `idle` is accepted and moves the idle time.', async (w) => {
    const as = await w.user();
    const own = (await modern(w, as, { status: 'idle' })).presences[as.id] ?? {};
    holds(isRecent(own['idle_timestamp']), 'a current idle_timestamp', own);
  }),
  rule(
    'SPP-5',
    PRESENCE,
    'Every `last_update_id` selects the modern format, also with `slim_presence` false.',
    async (w) => {
      const as = await w.user();
      for (const last_update_id of [-1, 0]) {
        const answer = success(await report(w, as, { last_update_id, slim_presence: false }));
        same(
          keysOf(presencesIn(answer)[as.id]),
          MODERN_KEYS,
          `the entry for last_update_id ${last_update_id}`,
        );
      }
    },
  ),
  rule(
    'SPP-6',
    PRESENCE,
    'Without `history_limit_days` data of 13 days are returned and of 15 are not.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      await modern(w, other);
      for (const [days, isShown] of [
        [13, true],
        [15, false],
      ] as const) {
        const { presences } = await modern(w, as, {}, await w.own().ahead(days * DAY_SECONDS));
        same(String(other.id) in presences, isShown, `whether data of ${days} days are returned`);
      }
    },
  ),
  rule(
    'SPP-7',
    PRESENCE,
    'A `last_update_id` above 0 makes the server ignore `history_limit_days`.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const { id } = await modern(w, as);
      await modern(w, other);
      for (const history_limit_days of [0, -1, 1]) {
        const { presences } = await modern(w, as, { last_update_id: id, history_limit_days });
        same(Object.keys(presences), [String(other.id)], `the users for ${history_limit_days} days`);
      }
    },
  ),
  rule(
    'SPP-8',
    PRESENCE,
    '`new_user_input` may be true, false or absent without an effect on the data.',
    async (w) => {
      const as = await w.user();
      const keys = [];
      for (const form of [{}, { new_user_input: true }, { new_user_input: false }])
        keys.push(keysOf(success(await report(w, as, form)).body));
      const expected = ['msg', 'presence_last_update_id', 'presences', 'result', 'server_timestamp'];
      same(keys, [expected, expected, expected], 'the fields of the answers');
    },
  ),
  rule(
    'SPP-9',
    PRESENCE,
    'Without `ping_only`, or with false, the presence data are returned.',
    async (w) => {
      const as = await w.user();
      for (const form of [{}, { ping_only: false }]) {
        const answer = success(await report(w, as, form));
        holds(as.email in presencesIn(answer), 'the own presence', answer.text);
      }
    },
  ),
  rule(
    'SPP-10',
    PRESENCE,
    'Without `slim_presence`, or with false, the legacy format is returned.',
    async (w) => {
      const as = await w.user();
      for (const form of [{}, { slim_presence: false }])
        same(keysOf(await legacyEntry(w, as, form)), LEGACY_KEYS, 'the keys of the entry');
    },
  ),
  rule(
    'SPP-11',
    PRESENCE,
    '`presence_last_update_id` is -1 without data and without a `last_update_id`.',
    async (w) => {
      const as = await w.user();
      const answer = success(await report(w, as, { history_limit_days: 0 }));
      same([answer.at('presences'), answer.at('presence_last_update_id')], [{}, -1], 'data and id');
    },
  ),
  rule(
    'SPP-12',
    PRESENCE,
    '`server_timestamp` is the time of the data in seconds, with fractions.',
    async (w) => {
      const at = numberAt(success(await report(w, await w.user())), 'server_timestamp');
      holds(Math.abs(Date.now() / 1000 - at) < 60, 'a time of now', at);
    },
  ),
  rule('SPP-13', PRESENCE, 'Registration reports a user whether presence is shared.', async (w) => {
    const as = await w.user();
    const isShared = async () =>
      (await stateOf(w, as, 'user_settings')).at('user_settings', 'presence_enabled');
    same(await isShared(), true, 'presence_enabled at first');
    success(await w.ask('PATCH', '/settings', { as, form: { presence_enabled: false } }));
    same(await isShared(), false, 'presence_enabled afterwards');
  }),
  rule('SPP-14', PRESENCE, 'A member sees everybody even where guests have limited access.', async (w) => {
    w.own();
    const [as, other] = [await w.user(), await w.user()];
    await modern(w, other);
    const { body } = await w.ask('GET', '/user_groups', { as: await w.owner() });
    const members = (body['user_groups'] as Item[]).find(({ name }) => name === 'role:members');
    await setRealm(w, { can_access_all_users_group: { new: members?.['id'] } }, {});
    holds(String(other.id) in (await modern(w, as)).presences, 'the presence of the other member', other.id);
  }),
  rule('SPP-15', PRESENCE, 'Presence of another organization is never returned.', async (w) => {
    const elsewhere = await w.neighbour();
    const foreign = await elsewhere.user();
    await modern(elsewhere, foreign);
    holds(!(foreign.id in (await modern(w, await w.user())).presences), 'no such user', foreign.id);
  }),

  rule('SPD-1', EDIT, 'An addressed draft becomes unaddressed with the empty `type`.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const id = await addDraft(w, as, { type: 'private', to: [other.id] });
    plain(await editDraft(w, as, id, { type: '', to: [] }));
    const { type, to, topic } = (await draftOf(w, as, id)) ?? {};
    same({ type, to, topic }, { type: '', to: [], topic: '' }, 'the draft');
  }),
  rule('SPD-2', EDIT, 'A `stream` draft keeps its channel and its topic.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { type: 'stream', to: [place.id], topic: 'Lunch' }));
    const { type, to, topic } = (await draftOf(w, as, id)) ?? {};
    same({ type, to, topic }, { type: 'stream', to: [place.id], topic: 'Lunch' }, 'the draft');
  }),
  rule('SPD-3', EDIT, 'A `private` draft to one user keeps its recipient.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { type: 'private', to: [other.id] }));
    const { type, to } = (await draftOf(w, as, id)) ?? {};
    same({ type, to }, { type: 'private', to: [other.id] }, 'the draft');
  }),
  rule('SPD-4', EDIT, 'The topic of a direct draft is ignored.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { type: 'private', to: [other.id], topic: 'lunch' }));
    same((await draftOf(w, as, id))?.['topic'], '', 'the topic');
  }),
  rule(
    'SPD-5',
    CREATE,
    'A draft without a `timestamp` gets the current time in whole seconds.',
    async (w) => {
      const as = await w.user();
      const { timestamp } = (await draftOf(w, as, await addDraft(w, as))) ?? {};
      holds(isRecent(timestamp), 'a current time in whole seconds', timestamp);
    },
  ),
  rule('SPD-6', EDIT, 'A null byte in the topic of a direct draft is refused as elsewhere.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const id = await addDraft(w, as);
    refused(await editDraft(w, as, id, { type: 'private', to: [other.id], topic: 'a\0b' }));
  }),
  rule('SPD-7', EDIT, 'A channel draft keeps the empty topic.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { type: 'stream', to: [place.id], topic: '' }));
    same((await draftOf(w, as, id))?.['topic'], '', 'the topic');
  }),

  rule('SPV-1', ADD_VIEW, 'A view that is pinned is listed as pinned.', async (w) => {
    const as = await w.user();
    plain(await w.ask('POST', '/navigation_views', { as, form: { fragment: 'recent', is_pinned: true } }));
    same(await viewsOf(w, as), [{ fragment: 'recent', is_pinned: true, name: null }], 'the views');
  }),
  rule('SPV-2', ADD_VIEW, 'A view that is not pinned is listed as not pinned.', async (w) => {
    const as = await w.user();
    plain(await w.ask('POST', '/navigation_views', { as, form: { fragment: 'recent', is_pinned: false } }));
    same(await viewsOf(w, as), [{ fragment: 'recent', is_pinned: false, name: null }], 'the views');
  }),
  rule('SPV-3', ADD_VIEW, '`name` is null for a built-in view and a string for a custom one.', async (w) => {
    const as = await w.user();
    const custom = { fragment: 'narrow/is/dm', is_pinned: true, name: 'Direct' };
    plain(await w.ask('POST', '/navigation_views', { as, form: { fragment: 'inbox', is_pinned: true } }));
    plain(await w.ask('POST', '/navigation_views', { as, form: custom }));
    const views = (await viewsOf(w, as)) as Item[];
    same(
      Object.fromEntries(views.map(({ fragment, name }) => [String(fragment), name])),
      { inbox: null, 'narrow/is/dm': 'Direct' },
      'the names',
    );
  }),
  rule('SPV-4', ADD_VIEW, 'A view of each role is kept for its user.', async (w) => {
    for (const role of [100, 200, 300, 400, 600]) {
      const as = await w.user({ role });
      const form = { fragment: 'feed', is_pinned: false };
      plain(await w.ask('POST', '/navigation_views', { as, form }));
      same(await viewsOf(w, as), [{ ...form, name: null }], `the views of role ${role}`);
    }
  }),
];
