import { leave, neighbourhood, onlyActorHeard, room, type Room } from '@parley/rules/steps/channels.ts';
import { items, lacking, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const MUTE = 'mute-topic';
const POLICY = 'update-user-topic';
const UNKNOWN = 999_999_999;

function mute(w: World, as: User, form: Item) {
  return w.ask('PATCH', '/users/me/subscriptions/muted_topics', { as, form });
}

function setPolicy(w: World, as: User, stream_id: number, topic: string, visibility_policy: unknown) {
  return w.ask('POST', '/user_topics', { as, form: { stream_id, topic, visibility_policy } });
}

/** The topic policies of one channel in a registration, as `topic: policy`. */
async function policiesOf(w: World, as: User, { id }: Room): Promise<Item> {
  return Object.fromEntries(
    items(await stateOf(w, as, 'user_topic'), 'user_topics')
      .filter(({ stream_id }) => stream_id === id)
      .map(({ topic_name, visibility_policy }) => [String(topic_name), visibility_policy]),
  );
}

/** Events without their times. */
function told(events: readonly Item[]): readonly Item[] {
  return events.map(({ last_updated: _at, muted_topics, ...event }) =>
    muted_topics === undefined
      ? event
      : { ...event, muted_topics: (muted_topics as unknown[][]).map(([name, topic]) => [name, topic]) },
  );
}

function policyEvent(stream_id: number, topic_name: string, visibility_policy: number): Item {
  return {
    type: 'user_topic',
    stream_id,
    topic_name,
    visibility_policy,
  };
}

async function settled(w: World) {
  const as = await w.user();
  return { as, place: await room(w, as) };
}

export const topicPolicyRules: readonly Rule[] = [
  rule('TM-1', MUTE, 'A topic is muted by the id of its channel, and a registration shows it.', async (w) => {
    const { as, place } = await settled(w);
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't' }));
    same(await policiesOf(w, as, place), { t: 1 }, 'the policies');
  }),
  rule('TM-2', MUTE, 'A channel can be named in any letter case instead.', async (w) => {
    const { as, place } = await settled(w);
    for (const stream of [place.name, place.name.toUpperCase(), place.name.toLowerCase()])
      plain(await mute(w, as, { op: 'add', stream, topic: stream }));
    same(Object.values(await policiesOf(w, as, place)), [1], 'the policies');
  }),
  rule('TM-3', MUTE, 'Muting again, in whatever letter case, succeeds without an event.', async (w) => {
    const { as, place } = await settled(w);
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 'Topic' }));
    const events = await during(w, as, ['user_topic'], async () => {
      plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 'Topic' }));
      plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 'tOPIC' }));
    });
    same(events, [], 'the events');
    same(await policiesOf(w, as, place), { Topic: 1 }, 'the policies');
  }),
  rule('TM-4', MUTE, 'Unmuting is an event with policy 0; again it succeeds without an event.', async (w) => {
    const { as, place } = await settled(w);
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't' }));
    const remove = async () => plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: 't' }));
    same(told(await during(w, as, ['user_topic'], remove)), [policyEvent(place.id, 't', 0)], 'the events');
    same(told(await during(w, as, ['user_topic'], remove)), [], 'the events of the second time');
    same(await policiesOf(w, as, place), {}, 'the policies');
  }),
  rule('TM-5', MUTE, 'Unmuting finds the topic in any letter case.', async (w) => {
    const { as, place } = await settled(w);
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 'T' }));
    plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: 't' }));
    same(await policiesOf(w, as, place), {}, 'the policies');
  }),
  rule('TM-6', MUTE, 'A channel is named in exactly one way.', async (w) => {
    const { as, place } = await settled(w);
    for (const op of ['add', 'remove']) {
      refused(await mute(w, as, { op, topic: 't' }));
      const both = { op, topic: 't', stream_id: place.id, stream: place.name };
      refused(await mute(w, as, both), 'BAD_REQUEST', { parameters: 'stream_id, stream' });
    }
  }),
  rule('TM-7', MUTE, 'The operation and the topic are required.', async (w) => {
    const { as, place } = await settled(w);
    lacking(await mute(w, as, { stream_id: place.id, topic: 't' }), 'op');
    lacking(await mute(w, as, { op: 'add', stream_id: place.id }), 'topic');
    for (const op of ['mute', '', 'ADD']) refused(await mute(w, as, { op, stream_id: place.id, topic: 't' }));
  }),
  rule('TM-8', MUTE, 'A topic of 61 characters is refused, not cut; one of 60 is accepted.', async (w) => {
    const { as, place } = await settled(w);
    const topic = 'x'.repeat(60);
    for (const op of ['add', 'remove'])
      refused(await mute(w, as, { op, stream_id: place.id, topic: `${topic}x` }));
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic }));
    same(await policiesOf(w, as, place), { [topic]: 1 }, 'the policies');
  }),
  rule('TM-9', MUTE, 'An unknown channel is refused, for muting and for unmuting.', async (w) => {
    const as = await w.user();
    for (const op of ['add', 'remove']) {
      refused(await mute(w, as, { op, stream_id: UNKNOWN, topic: 't' }));
      refused(await mute(w, as, { op, stream: w.unique('Nowhere '), topic: 't' }));
      refused(await mute(w, as, { op, stream_id: 'x', topic: 't' }));
    }
  }),
  rule('TM-10', MUTE, 'A private channel of others cannot be muted in, but unmuting succeeds.', async (w) => {
    const place = await room(w, await w.user(), { invite_only: true });
    for (const as of [await w.user(), await w.owner()]) {
      refused(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't' }));
      refused(await mute(w, as, { op: 'add', stream: place.name, topic: 't' }));
      plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: 't' }));
      same(await policiesOf(w, as, place), {}, 'the policies');
    }
  }),
  rule('TM-11', MUTE, 'Being able to read a channel is enough; guests must be in it.', async (w) => {
    const guest = await w.user({ role: 600 });
    const place = await room(w, await w.user());
    plain(await mute(w, await w.user(), { op: 'add', stream_id: place.id, topic: 't' }));
    refused(await mute(w, guest, { op: 'add', stream_id: place.id, topic: 't' }));
    const shared = await room(w, await w.user(), { others: [guest] });
    plain(await mute(w, guest, { op: 'add', stream_id: shared.id, topic: 't' }));
  }),
  rule('TM-12', MUTE, 'Muting replaces following, and unmuting takes following back.', async (w) => {
    const { as, place } = await settled(w);
    plain(await setPolicy(w, as, place.id, 't', 3));
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't' }));
    same(await policiesOf(w, as, place), { t: 1 }, 'the policies');
    plain(await setPolicy(w, as, place.id, 't', 3));
    plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: 't' }));
    same(await policiesOf(w, as, place), {}, 'the policies afterwards');
  }),
  rule('TM-13', MUTE, 'A queue of all kinds receives the older event, then the newer one.', async (w) => {
    const { as, place } = await settled(w);
    const queue = await w.listen(as, { fetch_event_types: [] });
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't' }));
    const events = (await queue.events()).map(({ id: _id, ...event }) => event);
    same(
      told(events),
      [{ type: 'muted_topics', muted_topics: [[place.name, 't']] }, policyEvent(place.id, 't', 1)],
      'the events',
    );
  }),
  rule('TM-14', MUTE, 'A queue that names the newer kind never receives the older one.', async (w) => {
    const { as, place } = await settled(w);
    const events = await during(w, as, ['muted_topics', 'user_topic'], async () =>
      plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't' })),
    );
    same(told(events), [policyEvent(place.id, 't', 1)], 'the events');
    const older = await during(w, as, ['muted_topics'], async () =>
      plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: 't' })),
    );
    same(told(older), [{ type: 'muted_topics', muted_topics: [] }], 'the events of the older kind');
  }),
  rule('TM-15', MUTE, 'The events go to the user alone.', async (w) => {
    const around = await neighbourhood(w, ['user_topic']);
    const { actor, place } = around;
    plain(await mute(w, actor, { op: 'add', stream_id: place.id, topic: 't' }));
    const heard = await around.heard();
    same(told(heard.actor), [policyEvent(place.id, 't', 1)], 'the events of the actor');
    same(
      [heard.subscriber, heard.guest, heard.outsider, heard.administrator],
      [[], [], [], []],
      'the events of the others',
    );
  }),
  rule('TM-16', MUTE, 'The display name of the empty topic means the empty topic.', async (w) => {
    const { as, place } = await settled(w);
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 'general chat' }));
    const form = {
      fetch_event_types: ['user_topic'],
      client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    };
    const [entry = {}] = items(success(await w.ask('POST', '/register', { as, form })), 'user_topics');
    same(entry['topic_name'], '', 'the topic for a client that knows the empty topic');
    same(await policiesOf(w, as, place), { 'general chat': 1 }, 'the policies for one that does not');
    plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: '' }));
    same(await policiesOf(w, as, place), {}, 'the policies afterwards');
  }),
  rule('TM-17', MUTE, 'Policies of topics in an archived channel can be removed, not set.', async (w) => {
    const { as, place } = await settled(w);
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 'before' }));
    success(await w.ask('DELETE', `/streams/${place.id}`, { as: await w.owner() }));
    refused(await mute(w, as, { op: 'add', stream_id: place.id, topic: 'after' }));
    same(await policiesOf(w, as, place), {}, 'the policies that a registration shows');
    plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: 'before' }));
  }),
  rule(
    'TM-18',
    MUTE,
    'A former subscriber of a private channel may remove topic policies, but add none.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, await w.user(), { others: [as], invite_only: true });
      plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't' }));
      success(await leave(w, as, place));
      refused(await mute(w, as, { op: 'add', stream_id: place.id, topic: 'u' }));
      plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: 't' }));
      same(await policiesOf(w, as, place), {}, 'the policies');
    },
  ),
  rule('TM-19', MUTE, 'Topics of the same name in two channels are two topics.', async (w) => {
    const { as, place } = await settled(w);
    const other = await room(w, as);
    plain(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't' }));
    same(await policiesOf(w, as, other), {}, 'the policies about the other channel');
  }),
  rule('TM-21', MUTE, 'Unmuting a topic leaves the policies of other topics as they are.', async (w) => {
    const { as, place } = await settled(w);
    for (const topic of ['t', 'u']) plain(await mute(w, as, { op: 'add', stream_id: place.id, topic }));
    plain(await mute(w, as, { op: 'remove', stream_id: place.id, topic: 'T' }));
    same(await policiesOf(w, as, place), { u: 1 }, 'the policies');
  }),
  rule('TM-20', MUTE, 'Unknown parameters are reported.', async (w) => {
    const { as, place } = await settled(w);
    const answer = success(await mute(w, as, { op: 'add', stream_id: place.id, topic: 't', zeta: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('TW-1', POLICY, 'A topic is muted, unmuted, followed, and left to the channel again.', async (w) => {
    const around = await neighbourhood(w, ['user_topic']);
    const { actor, place } = around;
    for (const policy of [1, 2, 3]) {
      plain(await setPolicy(w, actor, place.id, 't', policy));
      same(await policiesOf(w, actor, place), { t: policy }, 'the policies');
      const heard = await around.heard();
      same(told(heard.actor), [policyEvent(place.id, 't', policy)], 'the events');
      same(heard.administrator, [], 'the events of an administrator');
    }
    plain(await setPolicy(w, actor, place.id, 't', 0));
    same(await policiesOf(w, actor, place), {}, 'the policies afterwards');
  }),
  rule(
    'TW-2',
    POLICY,
    'An unchanged policy sends no event; neither does 0 where there was none.',
    async (w) => {
      const around = await neighbourhood(w, ['user_topic', 'muted_topics']);
      const { actor, place } = around;
      plain(await setPolicy(w, actor, place.id, 'never', 0));
      await onlyActorHeard(around, []);
      plain(await setPolicy(w, actor, place.id, 't', 2));
      await around.heard();
      plain(await setPolicy(w, actor, place.id, 'T', 2));
      await onlyActorHeard(around, []);
    },
  ),
  rule('TW-3', POLICY, 'Only the policies 0 to 3 exist.', async (w) => {
    const { as, place } = await settled(w);
    for (const policy of [4, -1, '"1"', 'muted', 1.5, 'null', 'true'])
      refused(await setPolicy(w, as, place.id, 't', policy));
    same(await policiesOf(w, as, place), {}, 'the policies');
  }),
  rule('TW-4', POLICY, 'All three parameters are required.', async (w) => {
    const { as, place } = await settled(w);
    const whole = { stream_id: place.id, topic: 't', visibility_policy: 1 };
    for (const name of ['stream_id', 'topic', 'visibility_policy']) {
      const form = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
      lacking(await w.ask('POST', '/user_topics', { as, form }), name);
    }
  }),
  rule(
    'TW-5',
    POLICY,
    'A policy needs a channel that one can read; to take it back it need only exist.',
    async (w) => {
      const as = await w.user();
      const closed = await room(w, await w.user(), { invite_only: true });
      for (const policy of [1, 2, 3]) {
        refused(await setPolicy(w, as, closed.id, 't', policy));
        refused(await setPolicy(w, as, UNKNOWN, 't', policy));
      }
      plain(await setPolicy(w, as, closed.id, 't', 0));
      refused(await setPolicy(w, as, UNKNOWN, 't', 0));
    },
  ),
  rule('TW-6', POLICY, 'A topic is not trimmed, and has at most 60 characters.', async (w) => {
    const { as, place } = await settled(w);
    plain(await setPolicy(w, as, place.id, ' t ', 1));
    same(await policiesOf(w, as, place), { ' t ': 1 }, 'the policies');
    refused(await setPolicy(w, as, place.id, 'x'.repeat(61), 1));
    refused(await setPolicy(w, as, place.id, `${'x'.repeat(60)} `, 1));
  }),
  rule('TW-7', POLICY, 'A followed topic is no muted topic in the older form.', async (w) => {
    const { as, place } = await settled(w);
    plain(await setPolicy(w, as, place.id, 'muted', 1));
    plain(await setPolicy(w, as, place.id, 'followed', 3));
    const older = (await stateOf(w, as, 'muted_topics')).at('muted_topics') as unknown[][];
    same(
      older.map(([name, topic]) => [name, topic]),
      [[place.name, 'muted']],
      'muted_topics',
    );
  }),
];
