import { room } from '@parley/rules/steps/channels.ts';
import { holds, items, refused, same, success } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allowSpectators, openToWeb, setWebPublic } from '@parley/rules/steps/spectating.ts';
import type { Answer, Request } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

function subscribe(w: World, as: User, request: Request = {}): Promise<Answer> {
  return w.ask('POST', '/users/me/subscriptions', {
    as,
    form: { subscriptions: [{ name: w.unique('web ') }], is_web_public: true },
    ...request,
  });
}

function create(w: World, as: User, request: Request = {}): Promise<Answer> {
  return w.ask('POST', '/channels/create', {
    as,
    form: { name: w.unique('web '), subscribers: [], is_web_public: true },
    ...request,
  });
}

/** Every way to get a web-public channel. */
async function ways(w: World): Promise<((as: User, request?: Request) => Promise<Answer>)[]> {
  const place = await room(w, await w.owner());
  return [
    (as, request) => subscribe(w, as, request),
    (as, request) => create(w, as, request),
    (as, request) =>
      w.ask('PATCH', `/streams/${place.id}`, { as, form: { is_web_public: true }, ...request }),
  ];
}

async function isOpen(w: World): Promise<unknown> {
  return success(await w.ask('GET', '/server_settings')).at('realm_web_public_access_enabled');
}

async function streamOf(w: World, as: User, id: number): Promise<Answer> {
  return success(await w.ask('GET', `/streams/${id}`, { as }));
}

export const webPublicRules: readonly Rule[] = [
  rule('WEB-1', 'subscribe', 'An owner creates a web-public channel, whose history is public.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const shown = await streamOf(w, owner, web.id);
    same(shown.at('stream', 'is_web_public'), true, 'is_web_public');
    same(shown.at('stream', 'invite_only'), false, 'invite_only');
    same(shown.at('stream', 'history_public_to_subscribers'), true, 'history_public_to_subscribers');
  }),
  rule(
    'WEB-2',
    'subscribe',
    'While the organization does not allow spectators, no channel becomes web-public.',
    async (w) => {
      const owner = await allowSpectators(w, false);
      for (const way of await ways(w)) refused(await way(owner));
    },
  ),
  rule(
    'WEB-3',
    'subscribe',
    'On a server that does not allow it, no channel becomes web-public.',
    async (w) => {
      const owner = await allowSpectators(w);
      const url = await w.own().withoutWebPublic();
      for (const way of await ways(w)) refused(await way(owner, { url }));
    },
  ),
  rule(
    'WEB-4',
    'subscribe',
    'A channel becomes web-public only by a member of `can_create_web_public_channel_group`.',
    async (w) => {
      const owner = await allowSpectators(w);
      const admin = await w.user({ role: 200 });
      const asked = await ways(w);
      for (const way of asked) refused(await way(admin));
      const groups = items(success(await w.ask('GET', '/user_groups', { as: owner })), 'user_groups');
      const administrators = groups.find(({ name }) => name === 'role:administrators')?.['id'];
      const form = { can_create_web_public_channel_group: { new: administrators } };
      success(await w.ask('PATCH', '/realm', { as: owner, form }));
      for (const way of asked) success(await way(admin));
    },
  ),
  rule(
    'WEB-5',
    'update-stream',
    'A web-public channel becomes private only if the same request ends its being web-public.',
    async (w) => {
      const { owner, web } = await openToWeb(w);
      const change = (form: object): Promise<Answer> =>
        w.ask('PATCH', `/streams/${web.id}`, { as: owner, form: { ...form } });
      refused(await change({ is_private: true }));
      success(await change({ is_private: true, is_web_public: false }));
      same((await streamOf(w, owner, web.id)).at('stream', 'is_web_public'), false, 'is_web_public');
      refused(await change({ is_web_public: true }));
    },
  ),
  rule(
    'WEB-6',
    'update-stream',
    'A guest receives a channel that becomes web-public, and the end of its visibility.',
    async (w) => {
      const owner = await allowSpectators(w);
      const place = await room(w, owner);
      const queue = await w.listen(await w.user({ role: 600 }), { event_types: ['stream'] });
      success(await setWebPublic(w, owner, place, true));
      const [created] = await queue.events();
      same(created?.['op'], 'create', 'op');
      success(await setWebPublic(w, owner, place, false));
      const [deleted] = await queue.events();
      same([deleted?.['op'], deleted?.['stream_ids']], ['delete', [place.id]], 'op and stream_ids');
    },
  ),
  rule(
    'WEB-7',
    'get-server-settings',
    'Web-public access is enabled while the server, the organization and a web-public channel allow it.',
    async (w) => {
      const owner = await allowSpectators(w);
      same(await isOpen(w), false, 'access without a channel');
      const web = await room(w, owner, { is_web_public: true });
      same(await isOpen(w), true, 'access with a channel');
      const url = await w.own().withoutWebPublic();
      const elsewhere = success(await w.ask('GET', '/server_settings', { url }));
      same(elsewhere.at('realm_web_public_access_enabled'), false, 'access on a server without it');
      await allowSpectators(w, false);
      same(await isOpen(w), false, 'access that the organization forbids');
      await allowSpectators(w);
      success(await setWebPublic(w, owner, web, false));
      same(await isOpen(w), false, 'access after the last channel');
    },
  ),
  rule(
    'WEB-8',
    'get-server-settings',
    'An archived web-public channel is enough for web-public access.',
    async (w) => {
      const { owner, web } = await openToWeb(w);
      success(await w.ask('DELETE', `/streams/${web.id}`, { as: owner }));
      same(await isOpen(w), true, 'realm_web_public_access_enabled');
    },
  ),
  rule(
    'WEB-9',
    'register-queue',
    'Registration says whether the server allows web-public channels, and whether the user may create them.',
    async (w) => {
      const owner = await allowSpectators(w);
      const form = { fetch_event_types: ['realm', 'realm_user'] };
      const stateOf = async (as: User, request: Request = {}): Promise<unknown[]> => {
        const state = success(await w.ask('POST', '/register', { as, form, ...request }));
        return [state.at('server_web_public_streams_enabled'), state.at('can_create_web_public_streams')];
      };
      same(await stateOf(owner), [true, true], 'the state of an owner');
      same(await stateOf(await w.user({ role: 200 })), [true, false], 'the state of an administrator');
      const url = await w.own().withoutWebPublic();
      same(await stateOf(owner, { url }), [false, false], 'the state on a server without it');
      await allowSpectators(w, false);
      same(await stateOf(owner), [true, false], 'the state where the organization forbids it');
    },
  ),
  rule('WEB-10', 'get-messages', 'A guest reads a web-public channel without subscribing.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const form = { type: 'channel', to: web.id, topic: 'news', content: 'hello' };
    success(await w.ask('POST', '/messages', { as: owner, form }));
    const guest = await w.user({ role: 600 });
    const query = {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: web.id }],
    };
    const found = items(success(await w.ask('GET', '/messages', { as: guest, query })), 'messages');
    holds(
      found.some(({ subject }) => subject === 'news'),
      'the message',
      found,
    );
  }),
];
