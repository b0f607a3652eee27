import { room } from '@parley/rules/steps/channels.ts';
import {
  items,
  lacking,
  missing,
  numberAt,
  refused,
  same,
  success,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';
import { sent } from '@parley/rules/steps/sending.ts';

const LIST = 'get-holds';
const PLACE = 'create-hold';
const RELEASE = 'delete-hold';
const PATH = '/holds';

async function place(w: World, form: Item): Promise<number> {
  const as = await w.owner();
  const id = numberAt(success(await w.ask('POST', PATH, { as, form: { reason: 'a case', ...form } })), 'id');
  w.later(() => w.ask('DELETE', `${PATH}/${id}`, { as }));
  return id;
}

async function list(w: World): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', PATH, { as: await w.owner() })), 'holds');
}

/** A message to oneself, which only its sender can delete. */
function note(w: World, as: User): Promise<number> {
  return sent(w, as, { type: 'direct', to: [as.id], content: 'on hold' });
}

export const holdRules: readonly Rule[] = [
  rule('HLD-1', PLACE, 'An owner places a hold on a user and finds it in the list.', async (w) => {
    const user = await w.user();
    const { id: creator_id } = await w.owner();
    const id = await place(w, { user_id: user.id, reason: '  a reason ' });
    const { created, ...rest } = (await list(w)).find((one) => one['id'] === id) ?? {};
    same(rest, { id, user_id: user.id, stream_id: null, reason: 'a reason', creator_id }, 'the hold');
    same(typeof created, 'number', 'its time');
  }),
  rule('HLD-2', PLACE, 'A hold on a channel names the channel.', async (w) => {
    const { id: stream_id } = await room(w, await w.user());
    const id = await place(w, { stream_id });
    const found = (await list(w)).find((one) => one['id'] === id);
    same([found?.['user_id'], found?.['stream_id']], [null, stream_id], 'user and channel');
  }),
  rule(
    'HLD-3',
    PLACE,
    'A hold is on either a user or a channel that exists, and has a reason.',
    async (w) => {
      const as = await w.owner();
      const user_id = (await w.user()).id;
      const ask = (form: Item) => w.ask('POST', PATH, { as, form });
      lacking(await ask({ user_id }), 'reason');
      for (const form of [
        { reason: 'x' },
        { reason: ' ', user_id },
        { reason: 'x', user_id, stream_id: 1 },
        { reason: 'x', user_id: 999_999_999 },
        { reason: 'x', stream_id: 999_999_999 },
      ])
        refused(await ask(form));
    },
  ),
  rule('HLD-4', PLACE, 'Only owners list, place and release holds.', async (w) => {
    for (const role of [200, 400]) {
      const as = await w.user({ role });
      refused(await w.ask('GET', PATH, { as }), 'UNAUTHORIZED_PRINCIPAL');
      refused(await w.ask('POST', PATH, { as, form: {} }), 'UNAUTHORIZED_PRINCIPAL');
      refused(await w.ask('DELETE', `${PATH}/1`, { as }), 'UNAUTHORIZED_PRINCIPAL');
    }
  }),
  rule('HLD-5', PLACE, 'A message of a user on hold is neither edited nor deleted.', async (w) => {
    const as = await w.user();
    const id = await note(w, as);
    await place(w, { user_id: as.id });
    refused(await w.ask('DELETE', `/messages/${id}`, { as }));
    refused(await w.ask('PATCH', `/messages/${id}`, { as, form: { content: 'other words' } }));
    success(await w.ask('GET', `/messages/${id}`, { as }));
  }),
  rule('HLD-6', RELEASE, 'After the release of the last hold, messages can be deleted.', async (w) => {
    const as = await w.user();
    const owner = await w.owner();
    const id = await note(w, as);
    const holds = [await place(w, { user_id: as.id }), await place(w, { user_id: as.id })];
    for (const hold of holds) {
      refused(await w.ask('DELETE', `/messages/${id}`, { as }));
      success(await w.ask('DELETE', `${PATH}/${hold}`, { as: owner }));
    }
    success(await w.ask('DELETE', `/messages/${id}`, { as }));
  }),
  rule('HLD-7', RELEASE, 'A hold that does not exist is not found.', async (w) => {
    missing(await w.ask('DELETE', `${PATH}/999999999`, { as: await w.owner() }));
  }),
  rule('HLD-8', LIST, 'The list of another organization is separate.', async (w) => {
    const id = await place(w, { user_id: (await w.user()).id });
    const others = await list(await w.neighbour());
    same(
      others.some((one) => one['id'] === id),
      false,
      'the hold elsewhere',
    );
  }),
];
