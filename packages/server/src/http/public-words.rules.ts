import { room } from '@parley/rules/steps/channels.ts';
import { post } from '@parley/rules/steps/editing.ts';
import { items, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const PUBLIC = 'zulip_extra_emoji';
const SPEC = 'extra_emoji';

/** Programs and the word for emoji that are neither Unicode nor custom which each of them receives. */
const AGENTS: readonly (readonly [agent: string, word: string])[] = [
  ['ZulipMobile/30.0.274 (Android 14)', PUBLIC],
  ['ZulipFlutter/30.0.291 (Android 14)', PUBLIC],
  ['ZulipTerminal/0.7.0+git ZulipPython/0.9.0 (Linux; 6.1)', PUBLIC],
  ['ZulipElectron/5.12.0 Mozilla/5.0', PUBLIC],
  ['zulippython/0.9.0', PUBLIC],
  ['ParleySDK/1.0', SPEC],
  ['curl/8.5.0', SPEC],
  ['Mozilla/5.0 ZulipMobile/30', SPEC],
];

const EXTRA = { emoji_name: 'zulip', emoji_code: 'zulip' };

function as(user: User, agent: string) {
  return { as: user, headers: { 'user-agent': agent } };
}

function wordsIn(list: unknown): unknown[] {
  return (list as readonly Item[]).map(({ reaction_type }) => reaction_type);
}

async function withReaction(w: World): Promise<{ user: User; id: number }> {
  const user = await w.user();
  const id = await post(w, user, await room(w, user));
  success(await w.ask('POST', `/messages/${id}/reactions`, { as: user, form: EXTRA }));
  return { user, id };
}

/** Words of all new events of a type, by the program that registered the queue. */
async function heardBy(w: World, user: User, type: string, act: () => Promise<unknown>): Promise<unknown[]> {
  const queues = [];
  for (const [agent] of AGENTS) {
    const form = { event_types: [type], fetch_event_types: [] };
    const { body } = success(await w.ask('POST', '/register', { ...as(user, agent), form }));
    queues.push({ queue_id: body['queue_id'], last_event_id: body['last_event_id'], dont_block: true });
  }
  await act();
  const words = [];
  // The polling program does not matter: the queue keeps the kind of the one that registered it.
  for (const query of queues)
    words.push(wordsIn(items(success(await w.ask('GET', '/events', { as: user, query })), 'events'))[0]);
  return words;
}

const expected = AGENTS.map(([, word]) => word);

export const publicWordRules: readonly Rule[] = [
  rule(
    'PUB-1',
    'get-messages',
    'Apps of the public API receive its word for extra emoji in messages, all others that of the specification.',
    async (w) => {
      const { user, id } = await withReaction(w);
      for (const [agent, word] of AGENTS) {
        const query = { anchor: id, num_before: 0, num_after: 0 };
        const page = success(await w.ask('GET', '/messages', { ...as(user, agent), query }));
        same(wordsIn(page.at('messages', 0, 'reactions')), [word], `the word for ${agent}`);
        const one = success(await w.ask('GET', `/messages/${id}`, as(user, agent)));
        same(wordsIn(one.at('message', 'reactions')), [word], `the word for ${agent}`);
      }
    },
  ),
  rule('PUB-2', 'get-events', 'The same holds for events of reactions.', async (w) => {
    const { user, id } = await withReaction(w);
    const ask = (method: string) => w.ask(method, `/messages/${id}/reactions`, { as: user, form: EXTRA });
    same(await heardBy(w, user, 'reaction', () => ask('DELETE')), expected, 'the words');
    same(await heardBy(w, user, 'reaction', () => ask('POST')), expected, 'the words');
  }),
  rule('PUB-3', 'get-events', 'The same holds for user status, in events and registrations.', async (w) => {
    const user = await w.user();
    const say = () => w.ask('POST', '/users/me/status', { as: user, form: EXTRA });
    same(await heardBy(w, user, 'user_status', say), expected, 'the words');
    for (const [agent, word] of AGENTS) {
      const one = await w.ask('GET', `/users/${user.id}/status`, as(user, agent));
      same(success(one).at('status', 'reaction_type'), word, `the word for ${agent}`);
      const form = { fetch_event_types: ['user_status'] };
      const all = success(await w.ask('POST', '/register', { ...as(user, agent), form }));
      same(all.at('user_status', String(user.id), 'reaction_type'), word, `the word for ${agent}`);
    }
  }),
  rule('PUB-4', 'add-reaction', 'Every client may use either word.', async (w) => {
    const { user, id } = await withReaction(w);
    for (const [agent] of AGENTS)
      for (const [removed, added] of [
        [SPEC, PUBLIC],
        [PUBLIC, SPEC],
      ]) {
        const ask = (method: string, reaction_type: string | undefined) =>
          w.ask(method, `/messages/${id}/reactions`, {
            ...as(user, agent),
            form: { ...EXTRA, reaction_type },
          });
        success(await ask('DELETE', removed));
        success(await ask('POST', added));
        const form = { ...EXTRA, reaction_type: added };
        success(await w.ask('POST', '/users/me/status', { ...as(user, agent), form }));
      }
  }),
];
