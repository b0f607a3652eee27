import { archive, noticesDuring } from '@parley/rules/steps/editing.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { holds, items, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';
import { send } from '@parley/rules/steps/sending.ts';

const OF = 'subscribe';

function subscribe(w: World, as: Credentials, name: string, form: Item = {}) {
  return w.ask('POST', '/users/me/subscriptions', { as, form: { subscriptions: [{ name }], ...form } });
}

async function notifier(w: World): Promise<Item> {
  const state = await stateOf(w, await w.user(), 'realm_user');
  const bot = items(state, 'cross_realm_bots').find(({ is_system_bot }) => is_system_bot === true);
  holds(bot !== undefined, 'a bot of the server', state.at('cross_realm_bots'));
  return bot ?? {};
}

export const noticeRules: readonly Rule[] = [
  rule(
    'NT-1',
    'register',
    'The server has a system bot that is listed apart and cannot be changed.',
    async (w) => {
      const bot = await notifier(w);
      const owner = await w.owner();
      const members = items(success(await w.ask('GET', '/users', { as: owner })), 'members');
      same(
        members.some(({ user_id }) => user_id === bot['user_id']),
        false,
        'among the users',
      );
      refused(await w.ask('DELETE', `/users/${String(bot['user_id'])}`, { as: owner }));
      refused(
        await w.ask('PATCH', `/users/${String(bot['user_id'])}`, { as: owner, form: { full_name: 'Mine' } }),
      );
      refused(await w.ask('DELETE', `/bots/${String(bot['user_id'])}`, { as: owner }));
      refused(await subscribe(w, owner, w.unique('bots '), { principals: [bot['user_id']] }));
    },
  ),
  rule('NT-2', 'send-message', 'The bot of the server can be written to.', async (w) => {
    const bot = await notifier(w);
    success(await send(w, await w.user(), { type: 'direct', to: [bot['user_id']] }));
  }),
  rule('NT-3', OF, 'A user subscribed by another user is notified by a message.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const place = await room(w, as);
    const join = async (form: Item) => {
      same(
        success(await subscribe(w, as, place.name, form)).at('new_subscription_messages_sent'),
        true,
        'the answer',
      );
    };
    const told = await noticesDuring(w, other, () => join({ principals: [other.id] }));
    same(told.length, 1, 'messages');
    holds(told[0]?.content.includes(place.name) === true, 'the name of the channel', told);
    same(await noticesDuring(w, other, () => join({ principals: [other.id] })), [], 'when nothing changes');
  }),
  rule(
    'NT-4',
    OF,
    'No notice is sent about new channels, about own actions, or when it is turned off.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const silent = { principals: [other.id], send_new_subscription_messages: false };
      const place = await room(w, as);
      same(
        await noticesDuring(w, other, () => subscribe(w, as, w.unique('new '), { principals: [other.id] })),
        [],
        'of a new channel',
      );
      same(await noticesDuring(w, other, () => subscribe(w, as, place.name, silent)), [], 'when not wanted');
      same(await noticesDuring(w, as, () => subscribe(w, as, w.unique('own '))), [], 'of one’s own doing');
    },
  ),
  rule(
    'NT-5',
    OF,
    'New public channels are announced where the organization says, on request.',
    async (w) => {
      const [as, reader] = [await w.user(), await w.user()];
      const news = await room(w, reader);
      const setting = 'new_stream_announcements_stream_id';
      await setRealm(w, { [setting]: news.id }, { [setting]: -1 });
      const name = w.unique('announced ');
      const told = await noticesDuring(w, reader, () => subscribe(w, as, name, { announce: true }));
      same(
        told.map(({ topic }) => topic),
        ['new channels'],
        'topics',
      );
      holds(told[0]?.content.includes(`#**${name}**`) === true, 'a link to the channel', told);
      const quiet = () => subscribe(w, as, w.unique('quiet '));
      const secret = () => subscribe(w, as, w.unique('secret '), { announce: true, invite_only: true });
      same(await noticesDuring(w, reader, quiet), [], 'without the request');
      same(await noticesDuring(w, reader, secret), [], 'of a private channel');
    },
  ),
  rule(
    'NT-6',
    'update-stream',
    'Changes of a channel are announced in it, if the organization wants that.',
    async (w) => {
      const [as, reader] = [await w.user(), await w.user()];
      const place = await room(w, as, { others: [reader] });
      const rename = async () => {
        const form = { new_name: w.unique('renamed '), description: w.unique('@**all** new ') };
        success(await w.ask('PATCH', `/streams/${place.id}`, { as: await w.owner(), form }));
      };
      same(await noticesDuring(w, reader, rename), [], 'unless it is wanted');
      await setRealm(w, { send_channel_events_messages: true }, { send_channel_events_messages: false });
      const told = await noticesDuring(w, reader, rename);
      same(
        told.map(({ topic, flags }) => [topic, flags]),
        [
          ['channel events', []],
          ['channel events', []],
        ],
        'notices',
      );
      same((await noticesDuring(w, reader, () => archive(w, place))).length, 1, 'notices of the archive');
    },
  ),
  rule(
    'NT-7',
    'send-message',
    'The owner of a bot that writes to a missing channel is notified, but not every time.',
    async (w) => {
      const as = await w.user();
      const bot = await w.bot(as);
      const lost = () => send(w, bot, { to: w.unique('nowhere ') });
      const events = await during(w, as, ['message'], async () => {
        refused(await lost(), 'STREAM_DOES_NOT_EXIST');
        refused(await lost(), 'STREAM_DOES_NOT_EXIST');
      });
      same(events.length, 1, 'messages');
    },
  ),
];
