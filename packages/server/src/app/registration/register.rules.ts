import { holds, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'register-queue';
const ALWAYS = [
  'feature_level',
  'idle_queue_timeout_secs',
  'last_event_id',
  'merge_base',
  'msg',
  'queue_id',
  'result',
  'server_version',
  'zulip_feature_level',
  'zulip_merge_base',
  'zulip_version',
];

async function register(w: World, form: Item = {}) {
  return w.ask('POST', '/register', { as: await w.owner(), form });
}

export const registerRules: readonly Rule[] = [
  rule(
    'REG-1',
    OF,
    'Without parameters it answers with a queue, a position and the whole state.',
    async (w) => {
      const answer = success(await register(w));
      holds(
        typeof answer.at('queue_id') === 'string' && answer.at('queue_id') !== '',
        'a queue_id',
        answer.at('queue_id'),
      );
      holds(
        Number.isInteger(answer.at('last_event_id')),
        'an integer last_event_id',
        answer.at('last_event_id'),
      );
      for (const name of ['realm_name', 'realm_users', 'user_settings', 'drafts', 'subscriptions'])
        holds(name in answer.body, name, Object.keys(answer.body).length);
    },
  ),
  rule(
    'REG-2',
    OF,
    'With nothing to fetch it answers with the fields that are always there, and no others.',
    async (w) => {
      const answer = success(await register(w, { fetch_event_types: [] }));
      same(Object.keys(answer.body).toSorted(), ALWAYS, 'the fields');
    },
  ),
  rule('REG-3', OF, 'Types that does not exist are ignored.', async (w) => {
    const answer = success(await register(w, { event_types: ['nope'] }));
    same(Object.keys(answer.body).toSorted(), ALWAYS, 'the fields');
  }),
  rule(
    'REG-4',
    OF,
    'The types of events decide what is fetched unless the client says otherwise.',
    async (w) => {
      const { body } = success(await register(w, { event_types: ['message'] }));
      holds('max_message_id' in body, 'max_message_id', Object.keys(body));
      for (const name of ['realm_name', 'unread_msgs', 'drafts'])
        holds(!(name in body), `no ${name}`, Object.keys(body));
    },
  ),
  rule(
    'REG-5',
    OF,
    'Unread messages need both `message` and `update_message_flags`, and have six parts.',
    async (w) => {
      const answer = success(await register(w, { event_types: ['message', 'update_message_flags'] }));
      same(
        Object.keys(answer.at('unread_msgs') as Item).toSorted(),
        ['count', 'huddles', 'mentions', 'old_unreads_missing', 'pms', 'streams'],
        'the parts of unread_msgs',
      );
      const one = success(await register(w, { event_types: ['update_message_flags'] }));
      holds(!('unread_msgs' in one.body), 'no unread_msgs', Object.keys(one.body));
    },
  ),
  rule('REG-6', OF, 'The fetched event types can differ from the delivered ones.', async (w) => {
    const as = await w.owner();
    const queue = await w.listen(as, { event_types: ['drafts'], fetch_event_types: ['alert_words'] });
    same(Object.keys(queue.registered.body).toSorted(), [...ALWAYS, 'alert_words'].toSorted(), 'the fields');
    await addDraft(w, as);
    same(
      (await queue.events()).map(({ type }) => type),
      ['drafts'],
      'the events',
    );
  }),
  rule(
    'REG-7',
    OF,
    'A registration for both `user_topic` and `muted_topics` gets the modern form only.',
    async (w) => {
      const { body } = success(await register(w, { event_types: ['muted_topics', 'user_topic'] }));
      holds(
        'user_topics' in body && !('muted_topics' in body),
        'user_topics without muted_topics',
        Object.keys(body),
      );
    },
  ),
  rule('REG-8', OF, 'Capabilities must say whether notification settings may be null.', async (w) => {
    refused(await register(w, { client_capabilities: {} }));
  }),
  rule('REG-9', OF, 'A capability is a boolean.', async (w) => {
    refused(await register(w, { client_capabilities: { notification_settings_null: 1 } }));
    refused(
      await register(w, {
        client_capabilities: { notification_settings_null: true, empty_topic_name: 'yes' },
      }),
    );
  }),
  rule(
    'REG-10',
    OF,
    'A queue lives 600 seconds without a poll unless the client asks otherwise.',
    async (w) => {
      same(
        success(await register(w, { fetch_event_types: [] })).at('idle_queue_timeout_secs'),
        600,
        'idle_queue_timeout_secs',
      );
    },
  ),
  rule('REG-11', OF, 'A client can choose how long its queue lives without a poll.', async (w) => {
    const answer = success(await register(w, { fetch_event_types: [], idle_queue_timeout: 60 }));
    same(answer.at('idle_queue_timeout_secs'), 60, 'idle_queue_timeout_secs');
  }),
  rule('REG-12', OF, 'The queue of a mobile client lives twelve hours without a poll.', async (w) => {
    const answer = success(await register(w, { fetch_event_types: [], idle_queue_timeout: '"mobile"' }));
    same(answer.at('idle_queue_timeout_secs'), 43_200, 'idle_queue_timeout_secs');
  }),
  rule('REG-13', OF, 'No queue lives longer than a week without a poll, silently.', async (w) => {
    const answer = success(await register(w, { fetch_event_types: [], idle_queue_timeout: 99_999_999 }));
    same(answer.at('idle_queue_timeout_secs'), 604_800, 'idle_queue_timeout_secs');
  }),
  rule('REG-14', OF, 'A queue cannot live zero seconds, or as long as an unknown word says.', async (w) => {
    refused(await register(w, { idle_queue_timeout: 0 }));
    refused(await register(w, { idle_queue_timeout: '"desktop"' }));
    refused(await register(w, { idle_queue_timeout: 'mobile' }));
  }),
  rule('REG-15', OF, 'A narrow of channel and topic is accepted.', async (w) => {
    success(
      await register(w, {
        fetch_event_types: [],
        narrow: [
          ['channel', 'x'],
          ['topic', 't'],
        ],
      }),
    );
    success(
      await register(w, {
        fetch_event_types: [],
        narrow: [
          ['stream', 'x'],
          ['sender', 'a@b.c'],
          ['is', 'dm'],
        ],
      }),
    );
  }),
  rule('REG-16', OF, 'A narrow by an operator that queues do not know is refused.', async (w) => {
    refused(await register(w, { narrow: [['has', 'link']] }));
    refused(await register(w, { narrow: [['is', 'followed']] }));
  }),
  rule('REG-17', OF, 'A term of a narrow is a pair of texts.', async (w) => {
    refused(await register(w, { narrow: [['channel']] }));
    refused(await register(w, { narrow: [['channel', 'x', 'y']] }));
    refused(await register(w, { narrow: [['channel', 5]] }));
  }),
  rule('REG-18', OF, 'A guest cannot listen to all public channels; a member can.', async (w) => {
    const form = { all_public_streams: true, fetch_event_types: [] };
    refused(await w.ask('POST', '/register', { as: await w.user({ role: 600 }), form }));
    success(await w.ask('POST', '/register', { as: await w.user(), form }));
  }),
  rule('REG-19', OF, 'Whether to include subscribers is one of three words.', async (w) => {
    refused(await register(w, { include_subscribers: 'yes' }));
    for (const word of ['true', 'false', 'partial'])
      success(await register(w, { include_subscribers: word, fetch_event_types: ['subscription'] }));
  }),
  rule('REG-20', OF, 'Its position is the right start for the first poll.', async (w) => {
    const queue = await w.listen(await w.owner(), { event_types: ['drafts'], fetch_event_types: [] });
    same(await queue.events(), [], 'the events');
  }),
  rule('REG-21', OF, 'Every registration opens a queue of its own.', async (w) => {
    const [a, b] = [
      await register(w, { fetch_event_types: [] }),
      await register(w, { fetch_event_types: [] }),
    ];
    holds(a.at('queue_id') !== b.at('queue_id'), 'two queues', a.at('queue_id'));
  }),
  rule('REG-22', OF, 'A literal null for the types of events means all of them.', async (w) => {
    const { body } = success(await register(w, { event_types: 'null' }));
    holds('realm_name' in body, 'the whole state', Object.keys(body).length);
  }),
];
