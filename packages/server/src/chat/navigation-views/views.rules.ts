import {
  holds,
  items,
  lacking,
  missing,
  plain,
  refused,
  same,
  success,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const ADD = 'add-navigation-view';
const LIST = 'get-navigation-views';
const EDIT = 'edit-navigation-view';
const REMOVE = 'remove-navigation-view';

const BUILT_IN = [
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
  'scheduled',
  'reminders',
];

function add(w: World, as: User, form: Item) {
  return w.ask('POST', '/navigation_views', { as, form });
}

async function views(w: World, as: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/navigation_views', { as })), 'navigation_views');
}

/** A fresh user with a view of their own. */
async function withView(w: World) {
  const user = await w.user();
  const view = { fragment: 'narrow/is/alerted', is_pinned: false, name: 'Alerts' };
  plain(await add(w, user, view));
  return { user, view, at: `/navigation_views/${view.fragment}` };
}

export const viewRules: readonly Rule[] = [
  rule('NAV-1', ADD, 'A built-in view is added without a name and shown with the name null.', async (w) => {
    const user = await w.user();
    plain(await add(w, user, { fragment: 'inbox', is_pinned: true }));
    same(await views(w, user), [{ fragment: 'inbox', is_pinned: true, name: null }], 'the views');
  }),
  rule('NAV-2', ADD, 'Every built-in view can be added.', async (w) => {
    const user = await w.user();
    for (const fragment of BUILT_IN) plain(await add(w, user, { fragment, is_pinned: false }));
    same(
      (await views(w, user)).map(({ fragment }) => String(fragment)).toSorted(),
      BUILT_IN.toSorted(),
      'the fragments',
    );
  }),
  rule('NAV-3', ADD, 'A view of one’s own is added with a name.', async (w) => {
    const { user, view } = await withView(w);
    same(await views(w, user), [view], 'the views');
  }),
  rule('NAV-4', ADD, 'A fragment that is there already is refused.', async (w) => {
    const { user, view } = await withView(w);
    refused(await add(w, user, { ...view, name: 'Another' }));
  }),
  rule('NAV-5', ADD, 'A name that another view has is refused, compared with letter case.', async (w) => {
    const { user } = await withView(w);
    refused(await add(w, user, { fragment: 'narrow/other', is_pinned: true, name: 'Alerts' }));
    plain(await add(w, user, { fragment: 'narrow/other', is_pinned: true, name: 'alerts' }));
  }),
  rule('NAV-6', ADD, 'A blank fragment is refused.', async (w) => {
    for (const fragment of ['', '  '])
      refused(await add(w, await w.user(), { fragment, is_pinned: true, name: 'x' }));
  }),
  rule('NAV-7', ADD, 'The fragment is required.', async (w) =>
    lacking(await add(w, await w.user(), { is_pinned: true }), 'fragment'),
  ),
  rule('NAV-8', ADD, 'Whether it is pinned is required, and a boolean.', async (w) => {
    const user = await w.user();
    lacking(await add(w, user, { fragment: 'inbox' }), 'is_pinned');
    refused(await add(w, user, { fragment: 'inbox', is_pinned: 1 }));
  }),
  rule('NAV-9', ADD, 'A built-in view with a name is refused.', async (w) => {
    refused(await add(w, await w.user(), { fragment: 'inbox', is_pinned: true, name: 'Mine' }));
  }),
  rule('NAV-10', ADD, 'A view of one’s own without a name, or with a blank one, is refused.', async (w) => {
    const user = await w.user();
    refused(await add(w, user, { fragment: 'narrow/x', is_pinned: true }));
    refused(await add(w, user, { fragment: 'narrow/x', is_pinned: true, name: '  ' }));
  }),
  rule('NAV-11', ADD, 'All clients of the user receive the view, and no other user.', async (w) => {
    const user = await w.user();
    const owner = await w.owner();
    const form = { fragment: 'narrow/x', is_pinned: true, name: 'X' };
    const others = await w.listen(owner, { event_types: ['navigation_view'], fetch_event_types: [] });
    const events = await during(w, user, ['navigation_view'], async () => plain(await add(w, user, form)));
    same(events, [{ type: 'navigation_view', op: 'add', navigation_view: form }], 'the events');
    same(await others.events(), [], 'the events of somebody else');
  }),
  rule('NAV-12', ADD, 'Another user may have the same fragment and name.', async (w) => {
    await withView(w);
    await withView(w);
  }),
  rule('NAV-13', ADD, 'Fragments need not lead anywhere.', async (w) => {
    plain(
      await add(w, await w.user(), {
        fragment: 'no/such/view?really#no',
        is_pinned: false,
        name: 'Nowhere',
      }),
    );
  }),
  rule('NAV-14', ADD, 'Guests and bots have views too.', async (w) => {
    plain(await add(w, await w.user({ role: 600 }), { fragment: 'inbox', is_pinned: true }));
    plain(await add(w, await w.bot(await w.owner()), { fragment: 'inbox', is_pinned: true }));
  }),
  rule('NAV-15', ADD, 'Unknown parameters are reported.', async (w) => {
    const answer = success(await add(w, await w.user(), { fragment: 'inbox', is_pinned: true, zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('NAV-16', ADD, 'Of several requests for one view at the same time, one succeeds.', async (w) => {
    const user = await w.user();
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => add(w, user, { fragment: 'inbox', is_pinned: true })),
    );
    same(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400, 400],
      'the statuses',
    );
  }),
  rule('NAV-17', ADD, 'A registration shows the views.', async (w) => {
    const { user, view } = await withView(w);
    const form = { fetch_event_types: ['navigation_views'] };
    same(
      success(await w.ask('POST', '/register', { as: user, form })).at('navigation_views'),
      [view],
      'the views',
    );
  }),
  rule(
    'NAV-18',
    LIST,
    'A user without views has an empty list; unknown parameters are reported.',
    async (w) => {
      const { body } = success(
        await w.ask('GET', '/navigation_views', { as: await w.user(), query: { zeta: 1 } }),
      );
      const ignored_parameters_unsupported = ['zeta'];
      same(
        body,
        { result: 'success', msg: '', navigation_views: [], ignored_parameters_unsupported },
        'the body',
      );
    },
  ),
  rule(
    'NAV-19',
    EDIT,
    'A view is pinned under its fragment with slashes, and the event contains only what changed.',
    async (w) => {
      const { user, view, at } = await withView(w);
      const events = await during(w, user, ['navigation_view'], async () =>
        plain(await w.ask('PATCH', at, { as: user, form: { is_pinned: true } })),
      );
      same(
        events,
        [{ type: 'navigation_view', op: 'update', fragment: view.fragment, data: { is_pinned: true } }],
        'the events',
      );
      same((await views(w, user))[0]?.['is_pinned'], true, 'is_pinned');
    },
  ),
  rule('NAV-20', EDIT, 'A view gets a new name.', async (w) => {
    const { user, at } = await withView(w);
    plain(await w.ask('PATCH', at, { as: user, form: { name: 'Alarms' } }));
    same((await views(w, user))[0]?.['name'], 'Alarms', 'name');
  }),
  rule(
    'NAV-21',
    EDIT,
    'A name that any view of the user has is refused, the own one included.',
    async (w) => {
      const { user, at } = await withView(w);
      refused(await w.ask('PATCH', at, { as: user, form: { name: 'Alerts' } }));
    },
  ),
  rule('NAV-22', EDIT, 'A blank name, and a name for a built-in view, are refused.', async (w) => {
    const { user, at } = await withView(w);
    refused(await w.ask('PATCH', at, { as: user, form: { name: ' ' } }));
    plain(await add(w, user, { fragment: 'inbox', is_pinned: true }));
    refused(await w.ask('PATCH', '/navigation_views/inbox', { as: user, form: { name: 'Mine' } }));
  }),
  rule('NAV-23', EDIT, 'A change of nothing succeeds, and the event says so.', async (w) => {
    const { user, view, at } = await withView(w);
    const events = await during(w, user, ['navigation_view'], async () =>
      plain(await w.ask('PATCH', at, { as: user, form: {} })),
    );
    same(
      events,
      [{ type: 'navigation_view', op: 'update', fragment: view.fragment, data: {} }],
      'the events',
    );
  }),
  rule(
    'NAV-24',
    EDIT,
    'A view that the user has not is not found, also when another user has it.',
    async (w) => {
      const { at } = await withView(w);
      missing(await w.ask('PATCH', at, { as: await w.owner(), form: { is_pinned: true } }));
      missing(await w.ask('PATCH', '/navigation_views/unknown', { as: await w.owner(), form: {} }));
    },
  ),
  rule('NAV-25', REMOVE, 'A view goes away with an event, and is not found the second time.', async (w) => {
    const { user, view, at } = await withView(w);
    const events = await during(w, user, ['navigation_view'], async () =>
      plain(await w.ask('DELETE', at, { as: user })),
    );
    same(events, [{ type: 'navigation_view', op: 'remove', fragment: view.fragment }], 'the events');
    missing(await w.ask('DELETE', at, { as: user }));
  }),
  rule(
    'NAV-26',
    REMOVE,
    'The view of another user is not found, and unknown parameters are reported.',
    async (w) => {
      const { user, at } = await withView(w);
      missing(await w.ask('DELETE', at, { as: await w.owner() }));
      holds((await views(w, user)).length === 1, 'the view', 'none');
      const answer = success(await w.ask('DELETE', at, { as: user, form: { zeta: 1 } }));
      same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
    },
  ),
];
