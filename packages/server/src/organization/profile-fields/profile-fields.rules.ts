import { holds, items, lacking, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addField, crowd, fieldOf, fields, stateOf, userSeenBy } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-custom-profile-fields';
const CREATE = 'create-custom-profile-field';

const choices = { a: { text: 'Apples', order: '1' }, b: { text: 'Berries', order: '2' } };

async function create(w: World, form: Item) {
  return w.ask('POST', '/realm/profile_fields', {
    as: await w.owner(),
    form: { field_type: 1, name: w.unique('Field '), ...form },
  });
}

function refusedField(id: string, sentence: string, ...forms: readonly Item[]): Rule {
  return rule(id, CREATE, sentence, async (w) => {
    for (const form of forms) refused(await create(w, form));
  });
}

export const profileFieldRules: readonly Rule[] = [
  rule('FLD-1', LIST, 'The fields are listed in their order.', async (w) => {
    await addField(w);
    await addField(w);
    const orders = (await fields(w)).map((one) => Number(one['order']));
    same(
      orders,
      orders.toSorted((a, b) => a - b),
      'the order',
    );
  }),
  rule('FLD-2', LIST, 'A field has its eight parts, and the data of its type as text.', async (w) => {
    const field = await fieldOf(w, await addField(w, { hint: 'Say it' }));
    same(
      Object.keys(field).toSorted(),
      ['editable_by_user', 'field_data', 'hint', 'id', 'name', 'order', 'required', 'type'],
      'the parts',
    );
    same(
      [field['field_data'], field['hint'], field['required'], field['editable_by_user'], field['type']],
      ['', 'Say it', false, true, 1],
      'the values',
    );
  }),
  rule('FLD-3', LIST, 'Two flags appear only where they are true.', async (w) => {
    w.own();
    const field = await fieldOf(
      w,
      await addField(w, { display_in_profile_summary: true, use_for_user_matching: true }),
    );
    same([field['display_in_profile_summary'], field['use_for_user_matching']], [true, true], 'the flags');
    const without = await fieldOf(w, await addField(w));
    holds(
      !('display_in_profile_summary' in without) && !('use_for_user_matching' in without),
      'no flags',
      without,
    );
  }),
  rule('FLD-4', LIST, 'The data of a choice are an object of texts and orders.', async (w) => {
    const field = await fieldOf(w, await addField(w, { field_type: 3, field_data: choices }));
    same(JSON.parse(String(field['field_data'])), choices, 'field_data');
  }),
  rule('FLD-5', LIST, 'Guests and bots may ask.', async (w) => {
    const id = await addField(w);
    for (const as of [await w.user({ role: 600 }), await w.bot(await w.owner())])
      holds(
        (await fields(w, as)).some((one) => one['id'] === id),
        'the field',
        id,
      );
  }),
  rule('FLD-6', LIST, 'Unknown parameters are reported.', async (w) => {
    const query = { zeta: 1 };
    const answer = success(await w.ask('GET', '/realm/profile_fields', { as: await w.owner(), query }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('FLD-7', LIST, 'A new field stands last: its order is its id.', async (w) => {
    const id = await addField(w);
    same((await fieldOf(w, id))['order'], id, 'order');
  }),
  rule(
    'FLD-8',
    LIST,
    'After a reordering the orders are 0, 1, 2 and so on, in the given sequence.',
    async (w) => {
      await addField(w);
      await addField(w);
      const order = (await fields(w)).map((one) => Number(one['id'])).toReversed();
      plain(await w.ask('PATCH', '/realm/profile_fields', { as: await w.owner(), form: { order } }));
      same(
        (await fields(w)).map(({ id, order: place }) => [id, place]),
        order.map((id, place) => [id, place]),
        'ids and orders',
      );
    },
  ),
  rule('FLD-9', LIST, 'The fields of another organization are not listed.', async (w) => {
    const id = await addField(w);
    const other = await w.neighbour();
    holds(
      (await fields(other)).every((one) => one['id'] !== id),
      'no such field',
      id,
    );
  }),
  rule(
    'FLD-10',
    CREATE,
    'An administrator creates a field; others are refused before the parameters are read.',
    async (w) => {
      const form = { field_type: 1, name: w.unique('Field ') };
      success(await w.ask('POST', '/realm/profile_fields', { as: await w.user({ role: 200 }), form }));
      for (const role of [300, 400, 600])
        refused(
          await w.ask('POST', '/realm/profile_fields', { as: await w.user({ role }), form: {} }),
          'UNAUTHORIZED_PRINCIPAL',
        );
    },
  ),
  rule('FLD-11', CREATE, 'Everyone receives all fields after each change.', async (w) => {
    const users = await crowd(w, ['custom_profile_fields']);
    await addField(w);
    const expected = [{ type: 'custom_profile_fields', fields: await fields(w) }];
    same(
      await users.heard(),
      { owner: expected, admin: expected, member: expected, guest: expected },
      'the events',
    );
  }),
  rule('FLD-12', CREATE, 'The type is required.', async (w) => {
    lacking(
      await w.ask('POST', '/realm/profile_fields', { as: await w.owner(), form: { name: 'x' } }),
      'field_type',
    );
  }),
  refusedField(
    'FLD-13',
    'An unknown type is refused.',
    { field_type: 9 },
    { field_type: 0 },
    { field_type: '"1"' },
  ),
  refusedField(
    'FLD-14',
    'A name is not blank and has at most 40 characters.',
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(41) },
  ),
  refusedField('FLD-15', 'A hint has at most 80 characters.', { hint: 'x'.repeat(81) }),
  refusedField(
    'FLD-16',
    'A choice needs at least one option, with text and order and nothing else.',
    { field_type: 3 },
    { field_type: 3, field_data: {} },
    { field_type: 3, field_data: { a: { text: 'x' } } },
    { field_type: 3, field_data: { a: { text: '', order: '1' } } },
    { field_type: 3, field_data: { a: { text: 'x', order: '1', z: '1' } } },
    { field_type: 3, field_data: { '': { text: 'x', order: '1' } } },
  ),
  refusedField('FLD-17', 'The texts of choices are distinct.', {
    field_type: 3,
    field_data: { a: { text: 'x', order: '1' }, b: { text: 'x', order: '2' } },
  }),
  refusedField(
    'FLD-18',
    'An external account is of a kind that is known.',
    { field_type: 7 },
    { field_type: 7, field_data: { subtype: 'nonsense' } },
  ),
  refusedField(
    'FLD-19',
    'The address of a custom external account has the name in it once, and is an address.',
    { field_type: 7, field_data: { subtype: 'custom', url_pattern: 'https://example.com' } },
    { field_type: 7, field_data: { subtype: 'custom', url_pattern: 'https://%(username)s/%(username)s' } },
    { field_type: 7, field_data: { subtype: 'custom', url_pattern: 'nonsense %(username)s' } },
  ),
  rule('FLD-20', CREATE, 'A known external account brings its own name and hint.', async (w) => {
    w.own();
    const field = await fieldOf(
      w,
      await addField(w, {
        field_type: 7,
        name: 'Whatever',
        hint: 'Whatever',
        field_data: { subtype: 'github' },
      }),
    );
    const known = (await stateOf(w, await w.owner(), 'realm')).at(
      'realm_default_external_accounts',
      'github',
    ) as Item;
    same([field['name'], field['hint']], [known['name'], known['hint']], 'name and hint');
    same(JSON.parse(String(field['field_data'])), { subtype: 'github' }, 'field_data');
  }),
  refusedField('FLD-21', 'Fields of users are not shown in the summary.', {
    field_type: 6,
    display_in_profile_summary: true,
  }),
  refusedField(
    'FLD-22',
    'Only short texts and external accounts help to find users.',
    { field_type: 2, use_for_user_matching: true },
    { field_type: 4, use_for_user_matching: true },
    { field_type: 8, use_for_user_matching: true },
  ),
  rule('FLD-23', CREATE, 'Two fields are shown in the summary at most.', async (w) => {
    w.own();
    await addField(w, { display_in_profile_summary: true });
    await addField(w, { display_in_profile_summary: true });
    refused(await create(w, { display_in_profile_summary: true }));
  }),
  rule('FLD-24', CREATE, 'A name is used once, compared with letter case.', async (w) => {
    const name = w.unique('Field x');
    await addField(w, { name });
    refused(await create(w, { name }));
    success(await create(w, { name: name.toUpperCase() }));
  }),
  rule('FLD-25', CREATE, 'Spaces around a name are removed.', async (w) => {
    const name = w.unique('Field ');
    same((await fieldOf(w, await addField(w, { name: `  ${name}  ` })))['name'], name, 'name');
  }),
  rule('FLD-26', CREATE, 'Data that a type has no use for are dropped.', async (w) => {
    same(
      (await fieldOf(w, await addField(w, { field_type: 1, field_data: choices })))['field_data'],
      '',
      'field_data',
    );
  }),
  rule('FLD-27', CREATE, 'A mobile client of old sees pronouns as a short text.', async (w) => {
    const owner = await w.owner();
    const id = await addField(w, { field_type: 8 });
    const typeFor = async (agent: string) => {
      const state = await w.ask('POST', '/register', {
        as: owner,
        headers: { 'user-agent': agent },
        form: { fetch_event_types: ['custom_profile_fields'] },
      });
      return items(success(state), 'custom_profile_fields').find((one) => one['id'] === id)?.['type'];
    };
    same(
      [
        await typeFor('ZulipMobile/27.191 (iOS)'),
        await typeFor('ZulipMobile/27.192 (iOS)'),
        await typeFor('other/1.0'),
      ],
      [1, 8, 8],
      'the types',
    );
  }),
  rule(
    'FLD-28',
    CREATE,
    'A required field is not enforced: profiles without a value are accepted.',
    async (w) => {
      await addField(w, { required: true });
      const user = await w.user();
      plain(
        await w.ask('PATCH', `/users/${user.id}`, {
          as: await w.owner(),
          form: { full_name: w.unique('New ') },
        }),
      );
      await userSeenBy(w, user, user.id);
    },
  ),
];
