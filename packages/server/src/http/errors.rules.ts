import { room } from '@parley/rules/steps/channels.ts';
import { askHistory, remove, UNKNOWN, whisper } from '@parley/rules/steps/editing.ts';
import { holds, missing, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { post } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { dummyAddress, editDraft } from '@parley/rules/steps/common.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';
import { send, sent } from '@parley/rules/steps/sending.ts';

const ENVELOPE = ['code', 'msg', 'result'];
/** A wildcard mention of more users than this needs a permission. */
const MAX_FREE_MENTIONS = 15;

function fieldsOf(answer: Answer): string[] {
  return Object.keys(answer.body).toSorted();
}

/** A refusal with status 400 and nothing beside the envelope. */
function bare(answer: Answer, code = 'BAD_REQUEST'): void {
  refused(answer, code);
  same(answer.status, 400, 'the status');
  same(fieldsOf(answer), ENVELOPE, 'the fields');
}

async function join(w: World, as: User, name: string, form: Item): Promise<Answer> {
  return w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: [{ name }], ...form } });
}

export const specificationErrorRules: readonly Rule[] = [
  rule(
    'SPE-1',
    'send-message',
    'The error of an invalid recipient address has no extra field.',
    async (w) => {
      const as = await w.user();
      for (const to of [
        [`${w.unique('nobody')}@example.com`],
        ['no address'],
        [await dummyAddress(w, { id: UNKNOWN })],
      ])
        bare(await send(w, as, { type: 'direct', to }));
    },
  ),
  rule('SPE-2', 'get-message-history', 'The error of an unknown message has no extra field.', async (w) => {
    bare(await askHistory(w, await w.user(), UNKNOWN));
  }),
  rule('SPE-3', 'delete-message', 'The error of an unknown message has no extra field.', async (w) => {
    for (const as of [await w.user(), await w.owner()]) bare(await remove(w, as, UNKNOWN));
  }),
  rule('SPE-4', 'delete-message', 'The error of a missing permission has no extra field.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as));
    bare(await remove(w, await w.user(), id));
  }),
  rule('SPE-5', 'remove-reaction', 'The error of an invalid emoji code has no extra field.', async (w) => {
    const as = await w.user();
    const path = `/messages/${await whisper(w, as, [as])}/reactions`;
    for (const form of [
      { emoji_code: 'zzz' },
      { emoji_name: '+1', emoji_code: 'zzz', reaction_type: 'unicode_emoji' },
      { emoji_name: 'x', emoji_code: String(UNKNOWN), reaction_type: 'realm_emoji' },
      { emoji_name: 'x', emoji_code: 'x', reaction_type: 'extra_emoji' },
    ])
      bare(await w.ask('DELETE', path, { as, form }));
  }),
  rule(
    'SPE-6',
    'remove-reaction',
    'REACTION_DOES_NOT_EXIST has status 400 and no extra field.',
    async (w) => {
      const as = await w.user();
      const path = `/messages/${await whisper(w, as, [as])}/reactions`;
      bare(await w.ask('DELETE', path, { as, form: { emoji_name: '+1' } }), 'REACTION_DOES_NOT_EXIST');
    },
  ),
  rule('SPE-7', 'get-stream-topics', 'The error of an invalid channel id has no extra field.', async (w) => {
    const as = await w.user();
    const hidden = await room(w, await w.user(), { invite_only: true });
    for (const id of [UNKNOWN, hidden.id]) bare(await w.ask('GET', `/users/me/${id}/topics`, { as }));
  }),
  rule('SPE-8', 'edit-draft', 'The error of a missing draft has no extra field.', async (w) => {
    const answer = await editDraft(w, await w.user(), UNKNOWN);
    missing(answer);
    same(fieldsOf(answer), ENVELOPE, 'the fields');
  }),
  rule('SPE-9', 'update-user', 'The error of a guest as administrator has no extra field.', async (w) => {
    const guest = await w.user({ role: 600 });
    for (const role of [100, 200])
      bare(await w.ask('PATCH', `/users/${guest.id}`, { as: await w.owner(), form: { role } }));
  }),
  rule('SPE-10', 'subscribe', 'The error of a deactivated user has no extra field.', async (w) => {
    const [as, gone] = [await w.user(), await w.user()];
    plain(await w.ask('DELETE', `/users/${gone.id}`, { as: await w.owner() }));
    for (const principals of [[gone.id], [gone.email]])
      bare(await join(w, as, w.unique('never '), { principals }));
  }),
  rule('SPE-11', 'subscribe', 'The error of an unknown user has no extra field.', async (w) => {
    const as = await w.user();
    for (const principals of [[UNKNOWN], [`${w.unique('nobody')}@example.com`]])
      bare(await join(w, as, w.unique('never '), { principals }));
  }),
  rule('SPE-12', 'add-navigation-view', 'The error of a blank fragment has no extra field.', async (w) => {
    const as = await w.user();
    for (const fragment of ['', ' ', '\t\n'])
      bare(await w.ask('POST', '/navigation_views', { as, form: { fragment, is_pinned: true, name: 'x' } }));
  }),
  rule(
    'SPE-13',
    'delete-message',
    'An inaccessible message is refused exactly as an unknown one.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const hidden = await post(w, other, await room(w, other, { invite_only: true }));
      for (const id of [await whisper(w, other, [other]), hidden]) {
        const answer = await remove(w, as, id);
        bare(answer);
        same(answer.body, (await remove(w, as, UNKNOWN)).body, 'the body');
        same(
          (await askHistory(w, as, id)).body,
          (await askHistory(w, as, UNKNOWN)).body,
          'the body for history',
        );
      }
    },
  ),
  rule(
    'SPE-14',
    'send-message',
    'STREAM_WILDCARD_MENTION_NOT_ALLOWED has status 400 and no extra field.',
    async (w) => {
      const as = await w.user();
      const others = [];
      while (others.length < MAX_FREE_MENTIONS) others.push(await w.user());
      const place = await room(w, as, { others });
      bare(
        await send(w, as, { to: place.id, content: '@**everyone**' }),
        'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
      );
    },
  ),
  rule(
    'SPE-15',
    'send-message',
    'TOPIC_WILDCARD_MENTION_NOT_ALLOWED has status 400 and no extra field.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      for (let n = 0; n <= MAX_FREE_MENTIONS; n += 1) await sent(w, await w.user(), { to: place.id });
      bare(await send(w, as, { to: place.id, content: '@**topic**' }), 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED');
    },
  ),
  rule(
    'SPE-16',
    'delete-queue',
    'BAD_EVENT_QUEUE_ID has status 400, `queue_id` as it was sent, and nothing else.',
    async (w) => {
      const queue_id = `${w.unique('queue')}:<b>`;
      const answer = await w.ask('DELETE', '/events', { as: await w.user(), form: { queue_id } });
      refused(answer, 'BAD_EVENT_QUEUE_ID', { queue_id });
      same(fieldsOf(answer), [...ENVELOPE, 'queue_id'].toSorted(), 'the fields');
    },
  ),
  rule(
    'SPE-17',
    'send-message',
    'STREAM_DOES_NOT_EXIST has status 400, `stream` as it was sent, and nothing else.',
    async (w) => {
      const stream = w.unique('No & <b> ');
      const answer = await send(w, await w.user(), { to: stream });
      refused(answer, 'STREAM_DOES_NOT_EXIST', { stream });
      same(fieldsOf(answer), [...ENVELOPE, 'stream'].toSorted(), 'the fields');
    },
  ),
  rule('SPE-18', 'get-user-by-email', 'The error of an unknown address has no extra field.', async (w) => {
    const path = `/users/${encodeURIComponent(`${w.unique('nobody')}@example.com`)}`;
    bare(await w.ask('GET', path, { as: await w.user() }));
  }),
  rule(
    'SPE-19',
    'update-subscription-property',
    'The error of an unknown channel has no extra field.',
    async (w) => {
      const form = { property: 'pin_to_top', value: true };
      bare(await w.ask('PATCH', `/users/me/subscriptions/${UNKNOWN}`, { as: await w.user(), form }));
    },
  ),
  rule('SPE-20', 'mute-topic', 'The error of an unknown channel has no extra field.', async (w) => {
    const form = { op: 'add', stream_id: UNKNOWN, topic: 't' };
    bare(await w.ask('PATCH', '/users/me/subscriptions/muted_topics', { as: await w.user(), form }));
  }),
  rule('SPE-21', 'update-linkifier', 'The error of an unknown linkifier has no extra field.', async (w) => {
    const form = { pattern: 'x', url_template: 'https://example.com' };
    bare(await w.ask('PATCH', `/realm/filters/${UNKNOWN}`, { as: await w.owner(), form }));
  }),
  rule(
    'SPE-22',
    'add-realm-domain',
    'The error of a domain that is allowed already has no extra field.',
    async (w) => {
      const as = await w.owner();
      const form = { domain: `${w.unique('d')}.example`, allow_subdomains: true };
      success(await w.ask('POST', '/realm/domains', { as, form }));
      w.later(() => w.ask('DELETE', `/realm/domains/${form.domain}`, { as }));
      bare(await w.ask('POST', '/realm/domains', { as, form }));
    },
  ),
  rule(
    'SPE-23',
    'update-presence',
    'The error of an unknown status has no extra field and names the parameter.',
    async (w) => {
      const answer = await w.ask('POST', '/users/me/presence', {
        as: await w.user(),
        form: { status: 'away' },
      });
      bare(answer);
      holds(String(answer.at('msg')).includes('status'), 'a message about status', answer.at('msg'));
    },
  ),
];
