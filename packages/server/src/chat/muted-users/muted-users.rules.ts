import { items, missing, plain, refused, same } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { flagEvents, flagged, post, talk, unreadOf, write } from '@parley/rules/steps/reading.ts';
import { during, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const MUTE = 'mute-user';
const UNMUTE = 'unmute-user';

function mute(w: World, as: User, id: number) {
  return w.ask('POST', `/users/me/muted_users/${id}`, { as });
}

function unmute(w: World, as: User, id: number) {
  return w.ask('DELETE', `/users/me/muted_users/${id}`, { as });
}

async function muted(w: World, as: User) {
  return items(await stateOf(w, as, 'muted_users'), 'muted_users').map(({ id }) => id);
}

export const mutedUserRules: readonly Rule[] = [
  rule('MU-1', MUTE, 'A muted user is listed in a registration, with the time.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    plain(await mute(w, as, other.id));
    const [entry = {}] = items(await stateOf(w, as, 'muted_users'), 'muted_users');
    same(Object.keys(entry).toSorted(), ['id', 'timestamp'], 'the fields');
    same(entry['id'], other.id, 'id');
  }),
  rule('MU-2', MUTE, 'A user cannot mute themselves.', async (w) => {
    const as = await w.user();
    refused(await mute(w, as, as.id));
  }),
  rule('MU-3', MUTE, 'An unknown id cannot be muted.', async (w) => {
    refused(await mute(w, await w.user(), 999_999_999));
    missing(await w.ask('POST', '/users/me/muted_users/x', { as: await w.user() }));
  }),
  rule('MU-4', MUTE, 'Muting a muted user is refused.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    plain(await mute(w, as, other.id));
    refused(await mute(w, as, other.id));
    same(await muted(w, as), [other.id], 'the muted users');
  }),
  rule('MU-5', MUTE, 'The event has the whole list and goes to the user alone.', async (w) => {
    const [as, one, two] = [await w.user(), await w.user(), await w.user()];
    const theirs = await w.listen(one, { event_types: ['muted_users'], fetch_event_types: [] });
    plain(await mute(w, as, one.id));
    const events = await during(w, as, ['muted_users'], async () => plain(await mute(w, as, two.id)));
    same(
      events.map(({ type, muted_users }) => [type, (muted_users as { id: number }[]).map(({ id }) => id)]),
      [['muted_users', [one.id, two.id]]],
      'the events',
    );
    same(await theirs.events(), [], 'the events of the muted user');
  }),
  rule('MU-6', MUTE, 'Bots and guests can be muted, and can mute.', async (w) => {
    const bot = await w.bot(await w.owner());
    const guest = await w.user({ role: 600 });
    plain(await mute(w, guest, bot.id));
    plain(await mute(w, bot, guest.id));
  }),
  rule('MU-7', MUTE, 'A user of another organization is unknown.', async (w) => {
    const foreigner = await (await w.neighbour()).user();
    refused(await mute(w, await w.user(), foreigner.id));
  }),
  rule('MU-10', MUTE, 'A deactivated user can be muted.', async (w) => {
    const [as, gone] = [await w.owner(), await w.user()];
    plain(await w.ask('DELETE', `/users/${gone.id}`, { as }));
    plain(await mute(w, as, gone.id));
    w.later(() => unmute(w, as, gone.id));
    same(await muted(w, as), [gone.id], 'the muted users');
  }),
  rule('UNR-13', MUTE, 'Messages of a user become read once the user is muted.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const ids = [await post(w, writer, place), await write(w, writer, [reader])];
    const events = await flagEvents(w, reader, () => mute(w, reader, writer.id));
    same(events, [flagged('add', 'read', ids)], 'the events');
    same((await unreadOf(w, reader))['count'], 0, 'the unread messages');
  }),
  rule('UNR-14', MUTE, 'A message of a muted user arrives read.', async (w) => {
    const { reader, writer, place } = await talk(w);
    plain(await mute(w, reader, writer.id));
    const [event] = await during(w, reader, ['message'], () => post(w, writer, place));
    same(event?.['flags'], ['read'], 'the flags');
    same((await unreadOf(w, reader))['count'], 0, 'the unread messages');
  }),
  rule('MU-8', UNMUTE, 'Muting is taken back, with an event.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    plain(await mute(w, as, other.id));
    const events = await during(w, as, ['muted_users'], async () => plain(await unmute(w, as, other.id)));
    same(events, [{ type: 'muted_users', muted_users: [] }], 'the events');
    same(await muted(w, as), [], 'the muted users');
  }),
  rule('MU-9', UNMUTE, 'Unmuting a user who is not muted is refused.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    refused(await unmute(w, as, other.id));
    refused(await unmute(w, as, 999_999_999));
  }),
];
