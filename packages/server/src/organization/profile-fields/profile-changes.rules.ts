import { lacking, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  addField,
  allHeard,
  crowd,
  during,
  fieldOf,
  fields,
  userSeenBy,
} from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const UPDATE = 'update-custom-profile-field';
const DELETE = 'delete-custom-profile-field';
const ORDER = 'reorder-custom-profile-fields';
const SET = 'update-profile-data';
const CLEAR = 'remove-profile-data';

const choices = { a: { text: 'Apples', order: '1' }, b: { text: 'Berries', order: '2' } };

async function change(w: World, id: number, form: Item) {
  return w.ask('PATCH', `/realm/profile_fields/${id}`, { as: await w.owner(), form });
}

async function reorder(w: World, order: unknown) {
  return w.ask('PATCH', '/realm/profile_fields', { as: await w.owner(), form: { order } });
}

function setOwn(w: World, as: User, id: number, value: unknown) {
  return w.ask('PATCH', '/users/me/profile_data', { as, form: { data: [{ id, value }] } });
}

function clearOwn(w: World, as: User, ...data: readonly number[]) {
  return w.ask('DELETE', '/users/me/profile_data', { as, form: { data } });
}

async function valueOf(w: World, user: User, id: number): Promise<unknown> {
  const shownUser = await userSeenBy(w, user, user.id, { include_custom_profile_fields: true });
  return (shownUser['profile_data'] as Record<string, Item>)[String(id)]?.['value'];
}

export const profileChangeRules: readonly Rule[] = [
  rule('FLU-1', UPDATE, 'Passed fields change, and the others stay.', async (w) => {
    const id = await addField(w, { hint: 'old', required: true });
    const name = w.unique('Field ');
    plain(await change(w, id, { name }));
    const field = await fieldOf(w, id);
    same([field['name'], field['hint'], field['required']], [name, 'old', true], 'the parts');
  }),
  rule('FLU-2', UPDATE, 'The type of a field cannot be changed; it is ignored.', async (w) => {
    const id = await addField(w);
    const answer = success(await change(w, id, { field_type: 4 }));
    same(answer.at('ignored_parameters_unsupported'), ['field_type'], 'the ignored parameters');
    same((await fieldOf(w, id))['type'], 1, 'type');
  }),
  rule('FLU-3', UPDATE, 'A field that does not exist is refused with status 400.', async (w) =>
    refused(await change(w, 999_999_999, { name: 'X' })),
  ),
  rule('FLU-4', UPDATE, 'A field of another organization is refused as unknown.', async (w) => {
    const id = await addField(await w.neighbour());
    refused(await change(w, id, { name: 'X' }));
  }),
  rule('FLU-5', UPDATE, 'A caller who is not an administrator is refused.', async (w) => {
    const id = await addField(w);
    const as = await w.user({ role: 300 });
    refused(
      await w.ask('PATCH', `/realm/profile_fields/${id}`, { as, form: { name: 'X' } }),
      'UNAUTHORIZED_PRINCIPAL',
    );
  }),
  rule(
    'FLU-6',
    UPDATE,
    'Of a known external account, name, hint and data cannot change, but flags can.',
    async (w) => {
      w.own();
      const id = await addField(w, { field_type: 7, field_data: { subtype: 'gitlab' } });
      refused(await change(w, id, { name: 'Other' }));
      refused(await change(w, id, { hint: 'Other' }));
      refused(await change(w, id, { field_data: { subtype: 'github' } }));
      plain(await change(w, id, { required: true }));
    },
  ),
  rule('FLU-7', UPDATE, 'Values that hold a choice which is gone are deleted.', async (w) => {
    const user = await w.user();
    const id = await addField(w, { field_type: 3, field_data: choices });
    plain(await setOwn(w, user, id, 'b'));
    plain(await change(w, id, { field_data: { a: choices.a } }));
    same(await valueOf(w, user, id), undefined, 'the value');
  }),
  rule('FLU-8', UPDATE, 'Everyone receives all fields after a change.', async (w) => {
    const id = await addField(w);
    const users = await crowd(w, ['custom_profile_fields']);
    plain(await change(w, id, { hint: 'new' }));
    await allHeard(users, [{ type: 'custom_profile_fields', fields: await fields(w) }]);
  }),
  rule('FLU-9', UPDATE, 'The rules of names, hints and data hold for changes too.', async (w) => {
    const id = await addField(w);
    for (const form of [{ name: 'x'.repeat(41) }, { name: ' ' }, { hint: 'x'.repeat(81) }])
      refused(await change(w, id, form));
    const choice = await addField(w, { field_type: 3, field_data: choices });
    refused(await change(w, choice, { field_data: {} }));
  }),
  rule('FLR-1', ORDER, 'The list must contain every field.', async (w) => {
    const id = await addField(w);
    await addField(w);
    refused(await reorder(w, [id]));
    refused(await reorder(w, []));
  }),
  rule('FLR-2', ORDER, 'Further ids and repetitions are tolerated.', async (w) => {
    await addField(w);
    const order = (await fields(w)).map((one) => Number(one['id']));
    plain(await reorder(w, [...order, 999_999_999, order[0]]));
  }),
  rule('FLR-3', ORDER, 'The list is required, and a list of integers.', async (w) => {
    lacking(await w.ask('PATCH', '/realm/profile_fields', { as: await w.owner(), form: {} }), 'order');
    refused(await reorder(w, '["1"]'));
  }),
  rule('FLR-4', ORDER, 'A caller who is not an administrator is refused.', async (w) => {
    refused(
      await w.ask('PATCH', '/realm/profile_fields', { as: await w.user(), form: {} }),
      'UNAUTHORIZED_PRINCIPAL',
    );
  }),
  rule('FLR-5', ORDER, 'Everyone receives all fields in their new order.', async (w) => {
    await addField(w);
    await addField(w);
    const users = await crowd(w, ['custom_profile_fields']);
    plain(await reorder(w, (await fields(w)).map((one) => Number(one['id'])).toReversed()));
    await allHeard(users, [{ type: 'custom_profile_fields', fields: await fields(w) }]);
  }),
  rule(
    'FLX-1',
    DELETE,
    'A field goes away with the values that users gave it, and everyone receives the event.',
    async (w) => {
      const id = await addField(w);
      const users = await crowd(w, ['custom_profile_fields']);
      plain(await setOwn(w, users.member, id, 'x'));
      plain(await w.ask('DELETE', `/realm/profile_fields/${id}`, { as: users.admin }));
      await allHeard(users, [{ type: 'custom_profile_fields', fields: await fields(w) }]);
      same([await fieldOf(w, id), await valueOf(w, users.member, id)], [{}, undefined], 'field and value');
    },
  ),
  rule(
    'FLX-2',
    DELETE,
    'A field that does not exist is refused, as is a caller who is not an administrator.',
    async (w) => {
      const id = await addField(w);
      refused(await w.ask('DELETE', '/realm/profile_fields/999999999', { as: await w.owner() }));
      refused(
        await w.ask('DELETE', `/realm/profile_fields/${id}`, { as: await w.user() }),
        'UNAUTHORIZED_PRINCIPAL',
      );
    },
  ),
  rule('VAL-1', SET, 'A user sets the own value, and everyone receives the event.', async (w) => {
    const id = await addField(w, { field_type: 4 });
    const users = await crowd(w, ['realm_user']);
    plain(await setOwn(w, users.guest, id, '2000-02-29'));
    const custom_profile_field = { id, value: '2000-02-29' };
    await allHeard(users, [
      { type: 'realm_user', op: 'update', person: { user_id: users.guest.id, custom_profile_field } },
    ]);
  }),
  rule(
    'VAL-2',
    SET,
    'A field that users may not edit is refused to them, and open to administrators.',
    async (w) => {
      const id = await addField(w, { editable_by_user: false });
      refused(await setOwn(w, await w.user(), id, 'x'));
      plain(await setOwn(w, await w.user({ role: 200 }), id, 'x'));
    },
  ),
  rule(
    'VAL-3',
    SET,
    'An empty text is stored for texts and refused for choices, dates and links.',
    async (w) => {
      const user = await w.user();
      const text = await addField(w);
      plain(await setOwn(w, user, text, ''));
      same(await valueOf(w, user, text), '', 'the value');
      for (const field of [{ field_type: 3, field_data: choices }, { field_type: 4 }, { field_type: 5 }])
        refused(await setOwn(w, user, await addField(w, field), ''));
    },
  ),
  rule('VAL-4', SET, 'A field that does not exist and a value that does not fit are refused.', async (w) => {
    const user = await w.user();
    refused(await setOwn(w, user, 999_999_999, 'x'));
    refused(await setOwn(w, user, await addField(w, { field_type: 4 }), 'tomorrow'));
  }),
  rule('VAL-5', SET, 'If one of several values is refused, none is stored.', async (w) => {
    const user = await w.user();
    const [good, bad] = [await addField(w), await addField(w, { field_type: 4 })];
    const data = [
      { id: good, value: 'x' },
      { id: bad, value: 'tomorrow' },
    ];
    refused(await w.ask('PATCH', '/users/me/profile_data', { as: user, form: { data } }));
    same(await valueOf(w, user, good), undefined, 'the value');
  }),
  rule('VAL-6', SET, 'The list of values is required.', async (w) => {
    lacking(await w.ask('PATCH', '/users/me/profile_data', { as: await w.user(), form: {} }), 'data');
  }),
  rule('VAL-7', SET, 'A value that stays the same causes no event.', async (w) => {
    const user = await w.user();
    const id = await addField(w);
    plain(await setOwn(w, user, id, 'x'));
    same(
      await during(w, user, ['realm_user'], async () => plain(await setOwn(w, user, id, 'x'))),
      [],
      'the events',
    );
  }),
  rule('VAL-8', CLEAR, 'A user clears the own value, and the event says null.', async (w) => {
    const user = await w.user();
    const id = await addField(w);
    plain(await setOwn(w, user, id, 'x'));
    const events = await during(w, await w.owner(), ['realm_user'], async () =>
      plain(await clearOwn(w, user, id)),
    );
    same(
      events,
      [
        {
          type: 'realm_user',
          op: 'update',
          person: { user_id: user.id, custom_profile_field: { id, value: null } },
        },
      ],
      'the events',
    );
    same(await valueOf(w, user, id), undefined, 'the value');
  }),
  rule('VAL-9', CLEAR, 'A field that users may not edit cannot be cleared by them.', async (w) => {
    const id = await addField(w, { editable_by_user: false });
    refused(await clearOwn(w, await w.user(), id));
  }),
  rule('VAL-10', CLEAR, 'A field that does not exist is refused; one that is empty is not.', async (w) => {
    const user = await w.user();
    refused(await clearOwn(w, user, 999_999_999));
    plain(await clearOwn(w, user, await addField(w)));
  }),
  rule('VAL-11', CLEAR, 'Bots have no profile to clear.', async (w) => {
    const bot = await w.bot(await w.owner());
    refused(await clearOwn(w, bot, await addField(w)));
  }),
];
