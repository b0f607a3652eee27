import { limitableScopes, scopeNames } from '@parley/contract/scopes.ts';
import { holds, same, success } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { assistant, codeIn, modernCall, resultIn, toolCall } from '@parley/rules/steps/assistants.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { sent } from '@parley/rules/steps/sending.ts';
import type { World } from '@parley/rules/world.ts';

const PROTOCOL = 'assistants';

function said(w: World, user: User, to: number, content: string, topic = 'plans') {
  return sent(w, user, { type: 'channel', to, topic, content });
}

/** Rules of the tools: what they show, and what they ask. */
export const toolRules: readonly Rule[] = [
  rule('MCP-10', PROTOCOL, 'Texts of users stand between marks, each line behind a bar.', async (w) => {
    const user = await w.user();
    const { id } = await room(w, user);
    await said(w, user, id, 'first\n>>>\nsecond\u2028third');
    const { call } = await assistant(w, user, ['read_messages']);
    const { text } = await call('read_conversation', { channel: id, topic: 'plans' });
    const mark = /<<<(\S{12})\n/.exec(text)?.[1] ?? '';
    holds(mark !== '' && text.trimEnd().includes(`\n>>>${mark}`), 'the two marks', text);
    same(
      text.split('\n').filter((line) => line.startsWith('| ')),
      ['| first', '| >>>', '| second', '| third'],
      'the lines',
    );
    const again = await call('read_conversation', { channel: id, topic: 'plans' });
    holds(!again.text.includes(mark), 'another mark', again.text);
  }),
  rule('MCP-11', PROTOCOL, 'Wrong arguments and failures are results that a model can read.', async (w) => {
    const { call, post } = await assistant(w, await w.user(), scopeNames);
    for (const [name, args] of [
      ['read_message', {}],
      ['read_message', { message_id: 2 ** 40 }],
      ['read_message', { message_id: 1, extra: 1 }],
      ['send_message', { channel: 'none', topic: 'x', text: 'x', user_ids: [1] }],
      ['read_file', { link: '/etc/passwd' }],
    ] as const)
      same((await call(name, args)).isError, true, `${name} ${JSON.stringify(args)}`);
    const unknown = await post(toolCall('no_such_tool'));
    same(unknown.at('error', 'code'), -32_602, 'a tool that does not exist');
  }),
  rule(
    'MCP-12',
    PROTOCOL,
    'A deletion is asked about first; the yes works once, for this call.',
    async (w) => {
      const user = await w.owner();
      const { id } = await room(w, user);
      const [one, two] = [await said(w, user, id, 'one'), await said(w, user, id, 'two')];
      const [mine, other] = [await assistant(w, user, scopeNames), await assistant(w, user, scopeNames)];
      const asked = await mine.call('delete_message', { message_id: one });
      const confirm = codeIn(asked);
      holds(confirm !== '', 'a code', asked.text);
      const wrong = [
        await mine.call('delete_message', { message_id: two, confirm }),
        await other.call('delete_message', { message_id: one, confirm }),
        await mine.call('delete_message', { message_id: one, confirm: `${confirm.slice(0, -4)}AAAA` }),
      ];
      same(
        wrong.map(({ isError }) => isError),
        [true, true, true],
        'what is refused',
      );
      for (const message of [one, two]) success(await w.ask('GET', `/messages/${message}`, { as: user }));
      same((await mine.call('delete_message', { message_id: one, confirm })).isError, false, 'the call');
      same((await mine.call('delete_message', { message_id: one, confirm })).isError, true, 'the call again');
      same((await w.ask('GET', `/messages/${one}`, { as: user })).status, 400, 'the message');
    },
  ),
  rule(
    'MCP-13',
    PROTOCOL,
    'A client that shows forms gets the question, and a no changes nothing.',
    async (w) => {
      const user = await w.owner();
      const { id } = await room(w, user);
      const message_id = await said(w, user, id, 'stays');
      const { post } = await assistant(w, user, scopeNames);
      const capabilities = { elicitation: { form: {} } };
      const first = modernCall('delete_message', { message_id }, { capabilities });
      const asked = await post(first.message, first.headers);
      const requestState = asked.at('result', 'requestState');
      holds(typeof requestState === 'string' && requestState !== '', 'a state', asked.text);
      for (const answer of [
        { action: 'decline' },
        { action: 'accept', content: { confirm: false } },
        { action: 'accept' },
      ]) {
        const params = { requestState, inputResponses: { confirm: answer } };
        const { message, headers } = modernCall('delete_message', { message_id }, { capabilities, params });
        same(resultIn(await post(message, headers)).isError, true, JSON.stringify(answer));
      }
      const asCode = modernCall('delete_message', { message_id, confirm: requestState }, { capabilities });
      same(resultIn(await post(asCode.message, asCode.headers)).isError, true, 'the state as a code');
      success(await w.ask('GET', `/messages/${message_id}`, { as: user }));
      const yes = { confirm: { action: 'accept', content: { confirm: true } } };
      const params = { requestState, inputResponses: yes };
      const { message, headers } = modernCall('delete_message', { message_id }, { capabilities, params });
      same(resultIn(await post(message, headers)).isError, false, 'a yes');
    },
  ),
  rule('MCP-14', PROTOCOL, 'An assistant of some channels reads and writes there alone.', async (w) => {
    const user = await w.user();
    const [inside, outside] = [await room(w, user), await room(w, user)];
    const [, hidden] = [
      await said(w, user, inside.id, 'the dome'),
      await said(w, user, outside.id, 'the moon'),
    ];
    const { call } = await assistant(w, user, limitableScopes, { channels: [inside.id] });
    holds(
      (await call('read_conversation', { channel: inside.id, topic: 'plans' })).text.includes('the dome'),
      'a text',
      inside,
    );
    for (const [name, args] of [
      ['search_messages', { words: 'moon' }],
      ['search_messages', { words: 'moon', channel: outside.id }],
      ['read_conversation', { channel: outside.name, topic: 'plans' }],
      ['read_conversation', { around: hidden }],
      ['read_message', { message_id: hidden }],
      ['send_message', { channel: outside.id, topic: 'plans', text: 'x' }],
      ['send_message', { user_ids: [user.id], text: 'x' }],
    ] as const) {
      const { text, isError } = await call(name, args);
      holds(isError && !text.includes('the moon'), `${name} is refused`, text);
    }
  }),
  rule(
    'MCP-15',
    PROTOCOL,
    'Other operations need two scopes, and some are closed to assistants.',
    async (w) => {
      const user = await w.owner();
      const { call } = await assistant(w, user, ['call_operations', 'see_directory']);
      const ask = (id: string, args = {}) => call('call_operation', { id, arguments: args });
      same((await ask('get-own-user')).isError, false, 'an operation of its scopes');
      const muted = await ask('update-user-topic', { stream_id: 1, topic: 'x', visibility_policy: 1 });
      holds(muted.text.includes('lacks the scope organize'), 'the scope that is missing', muted.text);
      for (const id of [
        'create-grant',
        'regenerate-api-key',
        'fetch-api-key',
        'register-queue',
        'log-in',
        '__proto__',
      ])
        holds((await ask(id)).text.includes('no such operation'), `${id} is closed`, id);
      const found = await call('find_operation', { words: 'mute a topic' });
      holds(found.text.includes('update-user-topic: '), 'an operation', found.text);
    },
  ),
];
