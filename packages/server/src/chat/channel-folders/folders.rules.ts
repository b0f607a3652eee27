import { room } from '@parley/rules/steps/channels.ts';
import { items, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeard, crowd, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const CREATE = 'create-channel-folder';
const LIST = 'get-channel-folders';
const UPDATE = 'update-channel-folder';
const ORDER = 'patch-channel-folders';
const ADD = 'add-default-stream';
const REMOVE = 'remove-default-stream';
const UNKNOWN = 999_999_999;

async function make(w: World, changes: Item = {}) {
  return w.ask('POST', '/channel_folders/create', {
    as: await w.owner(),
    form: { name: w.unique('Folder '), description: '', ...changes },
  });
}

async function made(w: World, changes: Item = {}): Promise<number> {
  return numberAt(success(await make(w, changes)), 'channel_folder_id');
}

async function change(w: World, id: number, form: Item) {
  return w.ask('PATCH', `/channel_folders/${id}`, { as: await w.owner(), form });
}

async function all(w: World, include_archived: boolean): Promise<readonly Item[]> {
  return items(
    success(
      await w.ask('GET', '/channel_folders', {
        as: await w.user({ role: 600 }),
        query: { include_archived },
      }),
    ),
    'channel_folders',
  );
}

export const folderRules: readonly Rule[] = [
  rule('FOL-1', CREATE, 'Administrators create folders, and everybody sees them.', async (w) => {
    const name = w.unique('Folder ');
    const id = await made(w, { name, description: '*new*' });
    const folder = (await all(w, false)).find((one) => one['id'] === id);
    same(
      [folder?.['name'], folder?.['rendered_description'], folder?.['is_archived']],
      [name, '<p><em>new</em></p>', false],
      'the folder',
    );
    refused(
      await w.ask('POST', '/channel_folders/create', {
        as: await w.user({ role: 300 }),
        form: { name: 'x', description: '' },
      }),
      'UNAUTHORIZED_PRINCIPAL',
    );
  }),
  rule('FOL-2', CREATE, 'A name is not blank, not too long, printable and not taken.', async (w) => {
    const name = w.unique('Folder ');
    await made(w, { name });
    for (const bad of ['', ' ', 'a'.repeat(61), 'a\u0007', name.toUpperCase()])
      refused(await make(w, { name: bad }));
    refused(await make(w, { description: 'd'.repeat(1025) }));
  }),
  rule('FOL-3', UPDATE, 'Everyone receives an event about what changed about a folder.', async (w) => {
    const id = await made(w);
    const users = await crowd(w, ['channel_folder']);
    const name = w.unique('Folder ');
    plain(await change(w, id, { name }));
    await allHeard(users, [{ type: 'channel_folder', op: 'update', channel_folder_id: id, data: { name } }]);
    refused(await change(w, UNKNOWN, { name: 'x' }));
  }),
  rule('FOL-4', UPDATE, 'A folder that holds a channel is not archived.', async (w) => {
    const [id, owner] = [await made(w), await w.owner()];
    const place = await room(w, owner);
    plain(await w.ask('PATCH', `/streams/${place.id}`, { as: owner, form: { folder_id: id } }));
    refused(await change(w, id, { is_archived: true }));
    plain(await w.ask('PATCH', `/streams/${place.id}`, { as: owner, form: { folder_id: 'null' } }));
    plain(await change(w, id, { is_archived: true }));
    refused(await w.ask('PATCH', `/streams/${place.id}`, { as: owner, form: { folder_id: UNKNOWN } }));
  }),
  rule('FOL-5', LIST, 'Archived folders are listed when asked for.', async (w) => {
    const id = await made(w);
    plain(await change(w, id, { is_archived: true }));
    const has = async (archived: boolean) => (await all(w, archived)).some((one) => one['id'] === id);
    same([await has(false), await has(true)], [false, true], 'where it is listed');
  }),
  rule('FOL-6', ORDER, 'An order names every folder once.', async (w) => {
    await made(w);
    await made(w);
    const as = await w.owner();
    const ids = (await all(w, true)).map(({ id }) => id);
    const put = (order: unknown) => w.ask('PATCH', '/channel_folders', { as, form: { order } });
    refused(await put(ids.slice(1)));
    refused(await put([...ids, UNKNOWN]));
    plain(await put(ids.toReversed()));
    same(
      (await all(w, true)).map(({ id }) => id),
      ids.toReversed(),
      'the order',
    );
  }),
  rule('DFC-1', ADD, 'Administrators choose the channels of new users, once.', async (w) => {
    const [admin, member] = [await w.user({ role: 200 }), await w.user()];
    const place = await room(w, member);
    const form = { stream_id: place.id };
    refused(await w.ask('POST', '/default_streams', { as: member, form }), 'UNAUTHORIZED_PRINCIPAL');
    const queue = await w.listen(member, { event_types: ['default_streams'] });
    plain(await w.ask('POST', '/default_streams', { as: admin, form }));
    plain(await w.ask('POST', '/default_streams', { as: admin, form }));
    same((await queue.events()).length, 1, 'events');
    const subscribed = items(await stateOf(w, await w.user(), 'subscription'), 'subscriptions');
    same(
      subscribed.some(({ stream_id }) => stream_id === place.id),
      true,
      'whether somebody new is in it',
    );
    plain(await w.ask('DELETE', '/default_streams', { as: admin, form }));
  }),
  rule('DFC-2', ADD, 'A private or unknown channel is none for new users.', async (w) => {
    const admin = await w.user({ role: 200 });
    const own = await room(w, admin, { invite_only: true });
    for (const stream_id of [own.id, UNKNOWN])
      refused(await w.ask('POST', '/default_streams', { as: admin, form: { stream_id } }));
  }),
  rule(
    'DFC-3',
    REMOVE,
    'Removing a channel that is not a default succeeds, and is published all the same.',
    async (w) => {
      const admin = await w.user({ role: 200 });
      const place = await room(w, admin);
      const queue = await w.listen(admin, { event_types: ['default_streams'] });
      plain(await w.ask('DELETE', '/default_streams', { as: admin, form: { stream_id: place.id } }));
      same((await queue.events()).length, 1, 'events');
    },
  ),
  rule('DFC-4', ADD, 'Guests do not receive the default channels.', async (w) => {
    const state = await stateOf(w, await w.user({ role: 600 }), 'default_streams');
    same(state.at('realm_default_streams'), [], 'realm_default_streams');
  }),
];
