import { holds, refused, same, success, textAt } from '@parley/rules/expect.ts';
import type { CallServer, User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'create-conference-call';
const EVENT = ['has_conference_token'];

function create(w: World, as: User, url?: string, form = {}) {
  return w.ask('POST', '/calls/conference/create', { as, form, ...(url === undefined ? {} : { url }) });
}

/** A server with a provider, and a user who has connected an account there. */
async function connected(
  w: World,
  { role = 400, isOwn = false } = {},
): Promise<{ calls: CallServer; user: User }> {
  const calls = isOwn ? await w.own().ownCalls() : await w.own().calls();
  const user = await w.user({ role });
  const page = await calls.connect(user, await w.host());
  same(page.status, 200, 'the status of the page that ends the connection');
  return { calls, user };
}

async function hasToken(w: World, user: User): Promise<unknown> {
  return (await stateOf(w, user, 'video_calls')).at('has_conference_token');
}

export const callRules: readonly Rule[] = [
  rule('CALL-1', OF, 'Without a provider every request is a bad one.', async (w) => {
    const url = await w.own().withoutCalls();
    refused(await create(w, await w.user(), url));
  }),
  rule('CALL-2', OF, 'Without a provider a token does not help.', async (w) => {
    const { user } = await connected(w);
    refused(await create(w, user, await w.own().withoutCalls()));
  }),
  rule('CALL-3', OF, 'A user without a token gets an error that says so.', async (w) => {
    const { url } = await w.own().calls();
    refused(await create(w, await w.user(), url), 'INVALID_VIDEO_CALL_PROVIDER_TOKEN');
  }),
  rule('CALL-4', OF, 'With a token the answer is the address of a meeting.', async (w) => {
    const { calls, user } = await connected(w);
    const address = textAt(success(await create(w, user, calls.url)), 'url');
    holds(address.startsWith('https://'), 'an address', address);
  }),
  rule('CALL-17', OF, 'The path of the public API creates a call as well.', async (w) => {
    const { calls, user } = await connected(w);
    const ask = (as: User) => w.ask('POST', '/calls/webex/create', { as, url: calls.url });
    const address = textAt(success(await ask(user)), 'url');
    holds(address.startsWith('https://'), 'an address', address);
    refused(await ask(await w.user()), 'INVALID_VIDEO_CALL_PROVIDER_TOKEN');
  }),
  rule(
    'CALL-5',
    OF,
    'A token that the provider refuses is forgotten, and the user receives an event about it.',
    async (w) => {
      const { calls, user } = await connected(w, { isOwn: true });
      const queue = await w.listen(user, { event_types: EVENT, fetch_event_types: [] });
      calls.behave('refuse-token');
      refused(await create(w, user, calls.url), 'INVALID_VIDEO_CALL_PROVIDER_TOKEN');
      same(
        (await queue.events()).map(({ type, value }) => [type, value]),
        [['has_conference_token', false]],
        'the events',
      );
      same(await hasToken(w, user), false, 'has_conference_token');
    },
  ),
  rule('CALL-6', OF, 'A provider that fails is a bad request, and the token stays.', async (w) => {
    const { calls, user } = await connected(w, { isOwn: true });
    calls.behave('fail');
    refused(await create(w, user, calls.url));
    same(await hasToken(w, user), true, 'has_conference_token');
    calls.behave('well');
    success(await create(w, user, calls.url));
  }),
  rule('CALL-7', OF, 'Where public rooms are not allowed, another kind of meeting is made.', async (w) => {
    const { calls, user } = await connected(w, { isOwn: true });
    calls.behave('refuse-room');
    success(await create(w, user, calls.url));
  }),
  rule('CALL-8', OF, 'A parameter is ignored and reported.', async (w) => {
    const { calls, user } = await connected(w);
    const answer = success(await create(w, user, calls.url, { zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('CALL-9', OF, 'Only POST is allowed.', async (w) => {
    const answer = await w.ask('GET', '/calls/conference/create');
    same([answer.status, answer.at('allowed_methods')], [405, ['POST']], 'status and allowed methods');
  }),
  rule(
    'CALL-10',
    OF,
    'A user who connects an account receives an event about the token, and registration reports it.',
    async (w) => {
      const calls = await w.own().calls();
      const user = await w.user();
      same(await hasToken(w, user), false, 'has_conference_token before');
      const queue = await w.listen(user, { event_types: EVENT, fetch_event_types: [] });
      await calls.connect(user, await w.host());
      same(
        (await queue.events()).map(({ type, value }) => [type, value]),
        [['has_conference_token', true]],
        'the events',
      );
      same(await hasToken(w, user), true, 'has_conference_token after');
    },
  ),
  rule('CALL-11', OF, 'No other user receives the event.', async (w) => {
    const owner = await w.owner();
    const queue = await w.listen(owner, { event_types: EVENT, fetch_event_types: [] });
    await connected(w);
    same(await queue.events(), [], 'the events');
  }),
  rule('CALL-12', OF, 'Which provider the organization has chosen does not matter here.', async (w) => {
    const { calls, user } = await connected(w);
    success(await w.ask('PATCH', '/realm', { as: await w.owner(), form: { video_chat_provider: 0 } }));
    success(await create(w, user, calls.url));
  }),
  rule('CALL-13', OF, 'Guests may create calls too.', async (w) => {
    const { calls, user } = await connected(w, { role: 600 });
    success(await create(w, user, calls.url));
  }),
  rule('CALL-14', OF, 'The way to the provider needs credentials.', async (w) => {
    const { url } = await w.own().calls();
    const { status } = await w.ask('GET', '/calls/conference/register', { url, below: '' });
    same(status, 401, 'the status');
  }),
  rule('CALL-15', OF, 'An answer of the provider that this user did not ask for is refused.', async (w) => {
    const { url } = await w.own().calls();
    const query = { code: 'x', state: 'nonsense' };
    const { status } = await w.ask('GET', '/calls/conference/complete', {
      url,
      below: '',
      query,
      as: await w.user(),
    });
    same(status, 400, 'the status');
  }),
  rule('CALL-16', OF, 'A token belongs to one user: another one has none.', async (w) => {
    const { calls } = await connected(w);
    refused(await create(w, await w.user(), calls.url), 'INVALID_VIDEO_CALL_PROVIDER_TOKEN');
  }),
];
