import { setTimeout as sleep } from 'node:timers/promises';
import { leave, room, subscriptionIn, type Room } from '@parley/rules/steps/channels.ts';
import { change, history, move, post } from '@parley/rules/steps/editing.ts';
import { holds, items, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { found, messageOf, term } from '@parley/rules/steps/fetching.ts';
import { fetchFile, keepFile } from '@parley/rules/steps/files.ts';
import type { User } from '@parley/rules/ground.ts';
import {
  changeGroup,
  changeMembers,
  changeSubgroups,
  listed,
  roleGroup,
  tryGroup,
} from '@parley/rules/steps/groups.ts';
import { keysOf, modern } from '@parley/rules/steps/presence.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

/** Additions of feature levels after the announced one; see docs/api/coverage.md. */
export const levelRules: readonly Rule[] = [
  rule(
    'LVL-1',
    'get-bot-storage',
    'A user who is not a bot still reads its storage (494 is not in effect).',
    async (w) => {
      success(await w.ask('GET', '/bot_storage', { as: await w.user() }));
    },
  ),
  rule(
    'LVL-2',
    'create-user-group',
    'A bot with the permission creates a group and manages it (496).',
    async (w) => {
      const [members, bot] = [await roleGroup(w, 'members'), await w.bot(await w.owner())];
      const name = 'can_create_groups';
      await setRealm(w, { [name]: { new: listed([bot.id]) } }, { [name]: { new: members } });
      const id = numberAt(success(await tryGroup(w, bot)), 'group_id');
      plain(await changeGroup(w, bot, id, { description: 'Of a bot' }));
      plain(await changeMembers(w, bot, id, { add: [bot.id] }));
      plain(await changeSubgroups(w, bot, id, { add: [members] }));
      const path = `/user_groups/${id}`;
      const read = async (of: string) => success(await w.ask('GET', `${path}/${of}`, { as: bot }));
      same((await read('members?direct_member_only=true')).at('members'), [bot.id], 'members');
      same((await read(`members/${bot.id}`)).at('is_user_group_member'), true, 'the membership');
      same((await read('subgroups?direct_subgroup_only=true')).at('subgroups'), [members], 'subgroups');
    },
  ),
  rule(
    'LVL-3',
    'create-user-group',
    'A bot without the permission is refused, whatever its owner holds (496).',
    async (w) => {
      const [members, owner] = [await roleGroup(w, 'members'), await w.owner()];
      const bot = await w.bot(owner);
      const name = 'can_create_groups';
      await setRealm(w, { [name]: { new: listed([owner.id]) } }, { [name]: { new: members } });
      refused(await tryGroup(w, bot));
    },
  ),
  rule(
    'LVL-4',
    'get-user-presence',
    'The presence of one user has both forms and the time of the server (497).',
    async (w) => {
      const [as, other] = [await w.owner(), await w.user()];
      await modern(w, other);
      const answer = success(await w.ask('GET', `/users/${other.id}/presence`, { as }));
      const timestamp = answer.at('presence', 'active_timestamp');
      same(answer.at('presence', 'website'), { status: 'active', timestamp }, 'website');
      same(answer.at('presence', 'aggregated'), { status: 'active', timestamp }, 'aggregated');
      const age = Date.now() / 1000 - numberAt(answer, 'server_timestamp');
      holds(Math.abs(age) < 60, 'the time of the server in seconds', answer.text);
    },
  ),
  rule(
    'LVL-5',
    'get-user-presence',
    'After the offline threshold only `aggregated` says offline (497).',
    async (w) => {
      const [as, other] = [await w.owner(), await w.user()];
      await modern(w, other);
      // A user who becomes invisible looks gone for longer than the threshold.
      success(await w.ask('PATCH', '/settings', { as: other, form: { presence_enabled: false } }));
      const answer = success(await w.ask('GET', `/users/${other.id}/presence`, { as }));
      same(answer.at('presence', 'aggregated', 'status'), 'offline', 'the status of aggregated');
      holds(answer.at('presence', 'website', 'status') !== 'offline', 'website is not offline', answer.text);
      same(keysOf(answer.at('presence', 'aggregated')), ['status', 'timestamp'], 'the keys of aggregated');
    },
  ),
  rule('LVL-6', 'send-message', 'A link to a `.mov` file shows an inline video (495).', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const { url } = await keepFile(w, as, 'clip.mov', QUICKTIME);
    const id = await post(w, as, place, 't', `[clip](${url})`);
    const { content } = await messageOf(w, as, id);
    holds(String(content).includes('class="message_inline_image message_inline_video"'), 'a video', content);
    same(await found(w, as, [id], term('has', 'image')), [id], 'messages with images');
    const { headers } = await fetchFile(w, as, url);
    same(headers['content-type'], 'video/quicktime', 'the type');
    holds(String(headers['content-disposition']).startsWith('inline'), 'served inline', headers);
  }),
  rule(
    'LVL-7',
    'update-message',
    'A whole topic with some messages within the limit is refused with counts, whichever message is named (505).',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const old = [await post(w, as, place), await post(w, as, place), await post(w, as, place)];
      const name = 'move_messages_within_stream_limit_seconds';
      await setRealm(w, { [name]: 2 }, { [name]: 604_800 });
      await sleep(LIMIT_AND_GRACE_MS);
      const all = { topic: 'u', propagate_mode: 'change_all' };
      refused(await move(w, as, Number(old[0]), all));
      const fresh = [await post(w, as, place), await post(w, as, place)];
      refused(await move(w, as, Number(old[0]), all), 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED', {
        first_message_id_allowed_to_move: fresh[0],
        total_messages_allowed_to_move: 2,
        total_messages_in_topic: 5,
      });
      refused(await move(w, as, Number(old[0]), { topic: 'u' }));
      for (const id of fresh) success(await move(w, as, id, { topic: 'fresh' }));
      success(await move(w, as, Number(fresh[1]), { ...all, topic: 'v' }));
    },
    { slow: true },
  ),
  rule(
    'LVL-8',
    'update-message',
    'The channel where a message already is does not count as a move (509).',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const id = await post(w, as, place);
      const stream_id = place.id;
      refused(await change(w, as, id, { stream_id }));
      refused(await change(w, as, id, { stream_id, propagate_mode: 'change_all' }));
      success(await change(w, as, id, { stream_id, content: 'edited' }));
      const [event] = await during(w, as, ['update_message'], () =>
        move(w, as, id, { stream_id, topic: 'u' }),
      );
      same([event?.['subject'], event?.['new_stream_id']], ['u', undefined], 'the event');
      for (const state of await history(w, as, id)) holds(!('prev_stream' in state), 'no channel', state);
    },
  ),
  rule(
    'LVL-9',
    'create-channel',
    'A channel has `default_push_notifications`, false unless set (507).',
    async (w) => {
      const as = await w.owner();
      const place = await room(w, as);
      same((await channelOf(w, as, place))[PUSH], false, 'the field of a new channel');
      same((await subscriptionIn(w, as, place))[PUSH], false, 'the field of a subscription');
      const form = { name: w.unique('Push '), subscribers: [as.id], [PUSH]: true };
      const id = numberAt(success(await w.ask('POST', '/channels/create', { as, form })), 'id');
      same((await channelOf(w, as, { id }))[PUSH], true, 'the field of a channel that was created with it');
      const state = await stateOf(w, as, 'stream', 'subscription');
      for (const list of ['streams', 'subscriptions'])
        same(
          items(state, list).find(({ stream_id }) => stream_id === id)?.[PUSH],
          true,
          `the field in ${list}`,
        );
    },
  ),
  rule(
    'LVL-10',
    'subscribe',
    'Only administrators set `default_push_notifications`, and only for new channels (507).',
    async (w) => {
      const [owner, as] = [await w.owner(), await w.user()];
      const name = w.unique('Push ');
      const ask = (by: User, value: boolean) =>
        w.ask('POST', '/users/me/subscriptions', {
          as: by,
          form: { subscriptions: [{ name }], [PUSH]: value },
        });
      refused(await ask(as, true));
      refused(await w.ask('GET', '/get_stream_id', { as, query: { stream: name } }));
      success(await ask(as, false));
      success(await ask(owner, true));
      const id = numberAt(
        success(await w.ask('GET', '/get_stream_id', { as, query: { stream: name } })),
        'stream_id',
      );
      same((await channelOf(w, as, { id }))[PUSH], false, 'the field of a channel that existed');
      const other = { name: w.unique('Push '), subscribers: [as.id], [PUSH]: true };
      refused(await w.ask('POST', '/channels/create', { as, form: other }));
    },
  ),
  rule(
    'LVL-11',
    'update-stream',
    'Administrators change `default_push_notifications`; a real change is one event (507).',
    async (w) => {
      const [owner, as] = [await w.owner(), await w.user()];
      const place = await room(w, as);
      for (const value of [true, false]) refused(await setPush(w, as, place, value));
      const events = await during(w, as, ['stream', 'message', 'subscription'], async () => {
        for (const value of [false, true, true]) success(await setPush(w, owner, place, value));
      });
      const { id: stream_id, name } = place;
      same(
        events,
        [{ type: 'stream', op: 'update', stream_id, name, property: PUSH, value: true }],
        'the events',
      );
      same((await subscriptionIn(w, as, place))['push_notifications'], null, 'an existing subscription');
    },
  ),
  rule(
    'LVL-12',
    'subscribe',
    'A new subscription takes the default; a returning subscriber keeps the stored value (507).',
    async (w) => {
      const [owner, as] = [await w.owner(), await w.user()];
      const place = await room(w, owner);
      success(await setPush(w, owner, place, true));
      const form = { subscriptions: [{ name: place.name }] };
      const join = () => w.ask('POST', '/users/me/subscriptions', { as, form });
      const pushOf = async () => (await subscriptionIn(w, as, place))['push_notifications'];
      const [event] = (await during(w, as, ['subscription'], join)).filter(({ op }) => op === 'add');
      const [added] = (event?.['subscriptions'] ?? []) as Item[];
      same([added?.['push_notifications'], added?.[PUSH]], [true, true], 'the event');
      same(await pushOf(), true, 'a new subscription');
      const off = { property: 'push_notifications', value: false };
      success(await w.ask('PATCH', `/users/me/subscriptions/${place.id}`, { as, form: off }));
      success(await leave(w, as, place));
      success(await join());
      same(await pushOf(), false, 'a subscription that came back');
      success(await setPush(w, owner, place, false));
      same(await pushOf(), false, 'after the default is off');
    },
  ),
];

const PUSH = 'default_push_notifications';
/** Longer than a limit of two seconds and the 20 seconds of grace after it. */
const LIMIT_AND_GRACE_MS = 22_500;
/** The first bytes of a QuickTime file. */
const QUICKTIME = Buffer.concat([
  Buffer.from([0, 0, 0, 20]),
  Buffer.from('ftypqt  '),
  Buffer.from([0, 0, 0, 0]),
  Buffer.from('qt  '),
  Buffer.alloc(64),
]);

function setPush(w: World, as: User, { id }: Pick<Room, 'id'>, value: boolean): Promise<Answer> {
  return w.ask('PATCH', `/streams/${id}`, { as, form: { [PUSH]: value } });
}

async function channelOf(w: World, as: User, { id }: Pick<Room, 'id'>): Promise<Item> {
  return success(await w.ask('GET', `/streams/${id}`, { as })).at('stream') as Item;
}
