import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '@parley/rules/wire.ts';
import { check, type Check } from './check.ts';
import type { Stage } from './stage.ts';

function expect(holds: boolean, what: string, answer: Pick<Answer, 'status' | 'text'>): void {
  if (!holds) throw new Error(`${what}; got ${answer.status} ${answer.text.slice(0, 300)}`);
}

function success(answer: Answer): Answer {
  expect(
    answer.status === 200 && answer.at('result') === 'success' && answer.at('msg') === '',
    'a success',
    answer,
  );
  return answer;
}

function habit(name: string, run: (stage: Stage) => Promise<void>): Check {
  return check('habits', name, run);
}

async function channelOf({ must, ada, grace }: Stage, name: string): Promise<number> {
  const form = { subscriptions: [{ name }], principals: [ada.id, grace.id] };
  await must('POST', '/users/me/subscriptions', { as: ada, form });
  return Number((await must('GET', '/get_stream_id', { as: ada, query: { stream: name } })).at('stream_id'));
}

async function say(stage: Stage, form: Readonly<Record<string, unknown>>): Promise<number> {
  return Number(success(await stage.ask('POST', '/messages', { as: stage.ada, form })).at('id'));
}

export const habits: readonly Check[] = [
  habit('H1 what needs no credentials ignores them', async ({ ask, ada }) => {
    success(await ask('GET', '/server_settings'));
    success(await ask('GET', '/server_settings', { as: ada }));
    success(await ask('GET', '/server_settings', { as: { ...ada, key: 'wrong' } }));
    success(await ask('GET', '/users/me', { as: ada }));
    const refused = await ask('POST', '/fetch_api_key', { form: { username: ada.email, password: 'no' } });
    expect(refused.at('code') === 'AUTHENTICATION_FAILED', 'a refusal of the password alone', refused);
  }),
  habit('H2 an error has result, msg and code', async ({ ask, ada }) => {
    const answer = await ask('GET', '/messages/999999999', { as: ada });
    const { result, msg, code } = answer.body;
    expect(
      answer.status === 400 && result === 'error' && typeof msg === 'string' && typeof code === 'string',
      'an error',
      answer,
    );
  }),
  habit('H3 forms, multipart bodies and queries are read for every method', async (stage) => {
    const { ask, ada } = stage;
    const to = await channelOf(stage, 'encodings');
    const message = { type: 'stream', to, subject: 't', content: 'x' };
    const ids: number[] = [];
    for (const way of ['form', 'multipart', 'query'] as const)
      ids.push(Number(success(await ask('POST', '/messages', { as: ada, [way]: message })).at('id')));
    for (const way of ['form', 'multipart', 'query'] as const)
      success(await ask('PATCH', `/messages/${ids[0]}`, { as: ada, [way]: { content: way } }));
    for (const [n, way] of (['form', 'multipart', 'query'] as const).entries()) {
      const reaction = { emoji_name: 'tada' };
      success(await ask('POST', `/messages/${ids[n]}/reactions`, { as: ada, form: reaction }));
      success(await ask('DELETE', `/messages/${ids[n]}/reactions`, { as: ada, [way]: reaction }));
    }
    const both = { query: { content: 'query' }, form: { content: 'body' } };
    success(await ask('PATCH', `/messages/${ids[0]}`, { as: ada, ...both }));
    const after = await ask('GET', `/messages/${ids[0]}`, { as: ada });
    expect(after.at('raw_content') === 'body', 'the body to win', after);
  }),
  habit('H4 `to` is a number, a list, a name, or addresses', async (stage) => {
    const { ada, grace } = stage;
    const id = await channelOf(stage, 'addresses');
    for (const to of ['addresses', String(id), '"addresses"', `[${id}]`, '["addresses"]'])
      await say(stage, { type: 'stream', to, topic: 't', content: 'x' });
    for (const to of [
      `[${grace.id}]`,
      `["${grace.address}"]`,
      grace.address,
      `${grace.address},${ada.address}`,
      `${grace.address}, ${ada.address}`,
    ])
      await say(stage, { type: 'private', to, content: 'x' });
  }),
  habit('H5 unknown parameters are ignored and named', async (stage) => {
    const id = await say(stage, { type: 'private', to: [stage.ada.id], content: 'x' });
    const form = { content: 'y', message_id: id, dont_block: true };
    const answer = success(await stage.ask('PATCH', `/messages/${id}`, { as: stage.ada, form }));
    expect(
      isDeepStrictEqual(answer.at('ignored_parameters_unsupported'), ['dont_block', 'message_id']),
      'both to be named',
      answer,
    );
  }),
  habit('H6 older words are understood', async (stage) => {
    const { ask, ada, grace } = stage;
    const to = await channelOf(stage, 'older words');
    const inChannel = await say(stage, { type: 'stream', to, subject: 'old', content: 'x' });
    const direct = await say(stage, { type: 'private', to: [grace.id], content: 'x' });
    const page = { anchor: 'newest', num_before: 100, num_after: 0 };
    for (const [narrow, id] of [
      [[['stream', 'older words']], inChannel],
      [
        [
          { operator: 'stream', operand: to },
          { operator: 'topic', operand: 'old' },
        ],
        inChannel,
      ],
      [[{ operator: 'channel', operand: 'older words' }], inChannel],
      [[['pm-with', grace.address]], direct],
      [[['pm-with', [grace.id]]], direct],
      [[['stream', to]], inChannel],
      [[{ operator: 'pm-with', operand: [grace.id] }], direct],
      [[['is', 'private']], direct],
      [[{ operator: 'is', operand: 'dm' }], direct],
    ] as const) {
      const answer = success(await ask('GET', '/messages', { as: ada, query: { ...page, narrow } }));
      const found = answer.at('messages') as { id: number }[];
      expect(
        found.some((one) => one.id === id),
        `${JSON.stringify(narrow)} to find it`,
        answer,
      );
    }
  }),
  habit('H6 users are named by every address that the caller may see', async ({ ask, owner, grace }) => {
    await ask('POST', '/users/me/presence', { as: grace, form: { status: 'active' } });
    for (const address of [grace.email, grace.address]) {
      const form = { type: 'private', to: address, content: 'x' };
      success(await ask('POST', '/messages', { as: owner, form }));
      success(await ask('GET', `/users/${address}/presence`, { as: owner }));
      const members = { subscriptions: [{ name: 'addressed' }], principals: [address] };
      success(await ask('POST', '/users/me/subscriptions', { as: owner, form: members }));
      const leavers = { subscriptions: ['addressed'], principals: [address] };
      success(await ask('DELETE', '/users/me/subscriptions', { as: owner, form: leavers }));
    }
    const form = { type: 'private', to: 'nobody@example.com', content: 'x' };
    const refused = await ask('POST', '/messages', { as: owner, form });
    expect(String(refused.at('msg')).includes('nobody@example.com'), 'the address in the error', refused);
  }),
  habit('H7 answers use the older words only', async (stage) => {
    const { ask, ada, grace } = stage;
    const to = await channelOf(stage, 'answers');
    for (const [form, type] of [
      [{ type: 'channel', to, topic: 't', content: 'x' }, 'stream'],
      [{ type: 'direct', to: [grace.id], content: 'x' }, 'private'],
    ] as const) {
      const id = await say(stage, form);
      const answer = success(await ask('GET', `/messages/${id}`, { as: ada }));
      const message = answer.at('message') as Record<string, unknown>;
      expect(message['type'] === type && 'subject' in message && !('topic' in message), type, answer);
    }
  }),
  habit('H8 the first file is taken, whatever its part is called', async ({ ask, ada }) => {
    for (const name of ['file', 'notes.txt']) {
      const answer = success(
        await ask('POST', '/user_uploads', { as: ada, files: [{ name, content: 'some text' }] }),
      );
      expect(typeof answer.at('uri') === 'string', 'an address of the file', answer);
    }
  }),
  habit('H9 wrong credentials are 401', async ({ ask, ada }) => {
    for (const as of [{ ...ada, key: 'x'.repeat(32) }, undefined]) {
      const answer = await ask('POST', '/register', { as, form: {} });
      expect(answer.status === 401 && answer.at('result') === 'error', '401', answer);
    }
  }),
  habit('H9 a message that is sent again under its key is sent once', async (stage) => {
    const headers = { 'idempotency-key': 'a retry of some client' };
    const form = { type: 'private', to: [stage.ada.id], content: 'retried' };
    const ids = new Set<unknown>();
    for (let n = 0; n < 3; n += 1)
      ids.add(success(await stage.ask('POST', '/messages', { as: stage.ada, form, headers })).at('id'));
    if (ids.size !== 1) throw new Error(`sent ${ids.size} times`);
  }),
  habit('H10 a queue that is gone has a code and its id', async ({ ask, ada }) => {
    const queue_id = '00000000-0000-4000-8000-000000000000';
    const query = { queue_id, last_event_id: -1, dont_block: true };
    const answer = await ask('GET', '/events', { as: ada, query });
    expect(
      answer.status === 400 &&
        answer.at('code') === 'BAD_EVENT_QUEUE_ID' &&
        answer.at('queue_id') === queue_id,
      'BAD_EVENT_QUEUE_ID',
      answer,
    );
  }),
  habit('H11 a poll does not block when asked, and its patience is announced', async ({ ask, ada }) => {
    const made = success(await ask('POST', '/register', { as: ada, form: { event_types: ['message'] } }));
    const query = { queue_id: made.at('queue_id'), last_event_id: -1, dont_block: true };
    const answer = success(await ask('GET', '/events', { as: ada, query }));
    expect(isDeepStrictEqual(answer.at('events'), []), 'no events', answer);
    const state = success(
      await ask('POST', '/register', { as: ada, form: { fetch_event_types: ['realm'] } }),
    );
    const patience = Number(state.at('event_queue_longpoll_timeout_seconds'));
    if (!(patience > 0 && patience <= 90)) throw new Error(`a patience of ${patience} seconds`);
  }),
  habit('H11 a poll in which nothing happens is answered with a heartbeat in time', async ({ idle }) => {
    const events = await idle;
    if (events.length !== 1 || events[0]?.['type'] !== 'heartbeat') throw new Error(JSON.stringify(events));
  }),
  habit('H12 ids rise; what is not acknowledged comes again, what is does not', async (stage) => {
    const { ask, ada } = stage;
    const made = success(await ask('POST', '/register', { as: ada, form: { event_types: ['message'] } }));
    const poll = async (last: number): Promise<number[]> => {
      const query = { queue_id: made.at('queue_id'), last_event_id: last, dont_block: true };
      const answer = success(await ask('GET', '/events', { as: ada, query }));
      return (answer.at('events') as { id: number }[]).map(({ id }) => id);
    };
    for (const content of ['one', 'two', 'three'])
      await say(stage, { type: 'private', to: [ada.id], content });
    let first: number[] = [];
    while (first.length < 3) first = await poll(-1);
    if (!first.every((id, n) => n === 0 || id > (first[n - 1] ?? 0))) throw new Error(first.join());
    if (!isDeepStrictEqual(await poll(-1), first)) throw new Error('not the same again');
    if (!isDeepStrictEqual(await poll(first[1] ?? 0), first.slice(2)))
      throw new Error('acknowledged ones came');
  }),
];
