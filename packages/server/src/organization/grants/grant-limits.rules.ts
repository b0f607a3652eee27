import { endpoints } from '@parley/contract/endpoints.ts';
import { keepsLimits, limitableScopes, type Scope } from '@parley/contract/scopes.ts';
import { holds, items, numberAt, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { askHistory, change, move } from '@parley/rules/steps/editing.ts';
import { seen, sent } from '@parley/rules/steps/sending.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const CREATE = 'create-grant';
const HOUR = 3600;

type Limits = { readonly channels?: readonly number[]; readonly since?: number };

async function limited(w: World, user: User, limits: Limits): Promise<User> {
  const form = { name: 'a script', scopes: limitableScopes, ...limits };
  const made = success(await w.ask('POST', '/grants', { as: user, form }));
  const id = numberAt(made, 'grant', 'id');
  w.later(() => w.ask('DELETE', `/grants/${id}`, { as: user }));
  return { ...user, key: textAt(made, 'token') };
}

/** A user with a message in a channel of a limited program, one in another channel, and a direct one. */
async function stage(w: World) {
  const user = await w.user();
  const [inside, outside] = [await room(w, user), await room(w, user)];
  const say = (to: number) =>
    sent(w, user, { type: 'channel', to, topic: 'plans', content: 'the dome opens' });
  return {
    user,
    inside,
    outside,
    messages: {
      inside: await say(inside.id),
      outside: await say(outside.id),
      direct: await sent(w, user, { type: 'direct', to: [user.id], content: 'the dome opens' }),
    },
    program: await limited(w, user, { channels: [inside.id] }),
  };
}

function fetchAll(w: World, as: User, narrow: readonly Item[], rest: Item = {}): Promise<Answer> {
  return w.ask('GET', '/messages', {
    as,
    query: { anchor: 'newest', num_before: 10, num_after: 0, narrow, ...rest },
  });
}

function idsIn(answer: Answer): unknown[] {
  return items(success(answer), 'messages').map(({ id }) => id);
}

export const grantLimitRules: readonly Rule[] = [
  rule('GRT-12', CREATE, 'A limited grant has readable channels, and scopes that know limits.', async (w) => {
    const user = await w.user();
    const other = await w.user();
    const hidden = await room(w, other, { invite_only: true });
    const { id } = await room(w, user);
    const ask = (form: Item) => w.ask('POST', '/grants', { as: user, form: { name: 'a script', ...form } });
    refused(await ask({ scopes: ['react'], channels: [hidden.id] }));
    refused(await ask({ scopes: ['react'], channels: [] }));
    const unlimited: Scope[] = [
      'follow_events',
      'organize',
      'change_settings',
      'manage_channels',
      'administer',
    ];
    for (const scope of unlimited) refused(await ask({ scopes: [scope], channels: [id] }));
    refused(await ask({ scopes: ['follow_events'], since: 0 }));
    const made = success(await ask({ scopes: ['react'], channels: [id, id], since: HOUR }));
    same([made.at('grant', 'channels'), made.at('grant', 'since')], [[id], HOUR], 'its limits');
  }),
  rule(
    'GRT-13',
    CREATE,
    'A limited grant fetches messages of its channels, with a narrow to one.',
    async (w) => {
      const { user, inside, outside, messages, program } = await stage(w);
      for (const operand of [inside.id, inside.name])
        same(
          idsIn(await fetchAll(w, program, [{ operator: 'channel', operand }])),
          [messages.inside],
          'messages',
        );
      const found = await fetchAll(w, program, [
        { operator: 'search', operand: 'dome' },
        { operator: 'stream', operand: inside.id },
      ]);
      same(idsIn(found), [messages.inside], 'found messages');
      const wrong: (readonly Item[])[] = [
        [],
        [{ operator: 'search', operand: 'dome' }],
        [{ operator: 'channel', operand: outside.id }],
        [{ operator: 'channel', operand: outside.name }],
        [{ operator: 'channel', operand: outside.id, negated: true }],
        [{ operator: 'channels', operand: 'public' }],
        [{ operator: 'dm', operand: [user.id] }],
        [
          { operator: 'channel', operand: inside.id },
          { operator: 'channel', operand: outside.id },
        ],
        [
          { operator: 'channel', operand: inside.id },
          { operator: 'with', operand: messages.outside },
        ],
      ];
      for (const narrow of wrong) refused(await fetchAll(w, program, narrow));
      const byId = { message_ids: [messages.outside], narrow: [{ operator: 'channel', operand: inside.id }] };
      refused(await w.ask('GET', '/messages', { as: program, query: byId }));
    },
  ),
  rule('GRT-14', CREATE, 'Other messages are missing for a limited grant, also for reactions.', async (w) => {
    const { messages, program } = await stage(w);
    const react = (method: string, id: number) =>
      w.ask(method, `/messages/${id}/reactions`, { as: program, form: { emoji_name: 'tada' } });
    success(await w.ask('GET', `/messages/${messages.inside}`, { as: program }));
    success(await w.ask('GET', `/messages/${messages.inside}/history`, { as: program }));
    success(await react('POST', messages.inside));
    success(await react('DELETE', messages.inside));
    for (const id of [messages.outside, messages.direct]) {
      refused(await w.ask('GET', `/messages/${id}`, { as: program }));
      refused(await w.ask('GET', `/messages/${id}/history`, { as: program }));
      refused(await react('POST', id));
      refused(await react('DELETE', id));
    }
  }),
  rule('GRT-15', CREATE, 'A limited grant sends to its channels only.', async (w) => {
    const { user, inside, outside, program } = await stage(w);
    const say = (to: unknown) =>
      w.ask('POST', '/messages', {
        as: program,
        form: { type: 'channel', to, topic: 'plans', content: 'hello' },
      });
    success(await say(inside.id));
    success(await say(inside.name));
    refused(await say(outside.id), 'STREAM_DOES_NOT_EXIST');
    refused(await say(outside.name), 'STREAM_DOES_NOT_EXIST');
    const direct = { type: 'direct', to: [user.id], content: 'hello' };
    refused(await w.ask('POST', '/messages', { as: program, form: direct }));
  }),
  rule('GRT-16', CREATE, 'Topics of other channels are hidden from a limited grant.', async (w) => {
    const { inside, outside, program } = await stage(w);
    success(await w.ask('GET', `/users/me/${inside.id}/topics`, { as: program }));
    refused(await w.ask('GET', `/users/me/${outside.id}/topics`, { as: program }));
  }),
  rule('GRT-17', CREATE, 'A grant with a start of its history reads no earlier message.', async (w) => {
    const user = await w.user();
    const { id } = await room(w, user);
    const message = await sent(w, user, { type: 'channel', to: id, topic: 'plans', content: 'hello' });
    const sentAt = Number((await seen(w, user, message))['timestamp']);
    const narrow = [{ operator: 'channel', operand: id }];
    const [earlier, later] = [
      await limited(w, user, { since: sentAt - HOUR }),
      await limited(w, user, { since: sentAt + HOUR }),
    ];
    same(idsIn(await fetchAll(w, earlier, narrow)), [message], 'messages since an hour');
    same(idsIn(await fetchAll(w, later, narrow)), [], 'messages from now on');
    success(await w.ask('GET', `/messages/${message}`, { as: earlier }));
    refused(await w.ask('GET', `/messages/${message}`, { as: later }));
    refused(await w.ask('GET', `/users/me/${id}/topics`, { as: later }));
  }),
  rule(
    'GRT-18',
    CREATE,
    'No other operation on messages is open to a limited grant, and no file of other channels.',
    async (w) => {
      const { program } = await stage(w);
      const closed = endpoints.filter((endpoint) => endpoint.auth === 'basic' && !keepsLimits(endpoint));
      for (const { method, path, parameters } of closed) {
        const target = path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) =>
          parameters[name]?.schema.type === 'number' ? '1' : 'nothing',
        );
        const answer = await w.ask(method, target, { as: program });
        same([target, answer.status, answer.body['code']], [target, 403, 'SCOPE_REQUIRED'], 'error');
      }
      const file = await w.ask('GET', '/user_uploads/1/aa/a.txt', { as: program, below: '' });
      same(file.status, 404, 'a file that is in none of its channels');
    },
  ),
  rule(
    'GRT-19',
    CREATE,
    'A limited grant sees nothing of what a message was before it came from another channel.',
    async (w) => {
      const { user, inside, messages, program } = await stage(w);
      const id = messages.outside;
      success(await change(w, user, id, { content: 'a secret of the other channel' }));
      success(await change(w, user, id, { content: 'for everyone' }));
      success(await move(w, user, id, { stream_id: inside.id, topic: 'arrived' }));
      success(await change(w, user, id, { content: 'for everyone here' }));
      const narrow = [
        { operator: 'channel', operand: inside.id },
        { operator: 'topic', operand: 'arrived' },
      ];
      const [one, many, past] = [
        await w.ask('GET', `/messages/${id}`, { as: program }),
        await fetchAll(w, program, narrow, { apply_markdown: false }),
        await askHistory(w, program, id),
      ];
      for (const answer of [one, many, past]) {
        const text = JSON.stringify(success(answer).body);
        holds(!/secret|dome|plans/.test(text), 'nothing of the other channel', text);
        holds(text.includes('for everyone here'), 'the text of today', text);
      }
      const edits = items(one, 'message', 'edit_history');
      same(
        edits.map(({ prev_content, prev_stream }) => [prev_content, prev_stream]),
        [['for everyone', undefined]],
        'the edits since',
      );
    },
  ),
];
