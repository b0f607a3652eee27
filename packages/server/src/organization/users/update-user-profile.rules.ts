import { plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addField, allHeard, crowd, during, userSeenBy } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-user';

async function setValue(w: World, user: User, id: number, value: unknown) {
  return w.ask('PATCH', `/users/${user.id}`, {
    as: await w.owner(),
    form: { profile_data: [{ id, value }] },
  });
}

async function valueOf(w: World, user: User, id: number): Promise<unknown> {
  const shownUser = await userSeenBy(w, user, user.id, { include_custom_profile_fields: true });
  return (shownUser['profile_data'] as Record<string, Item>)[String(id)]?.['value'];
}

/** Values that a kind of field takes, as they are stored, and values that it refuses. */
function kind(
  id: string,
  sentence: string,
  field: Item,
  good: readonly (readonly [unknown, string])[],
  bad: readonly unknown[],
): Rule {
  return rule(id, OF, sentence, async (w) => {
    const [user, fieldId] = [await w.user(), await addField(w, field)];
    for (const value of bad) refused(await setValue(w, user, fieldId, value));
    for (const [value, stored] of good) {
      plain(await setValue(w, user, fieldId, value));
      same(await valueOf(w, user, fieldId), stored, 'the stored value');
    }
  });
}

const choices = { a: { text: 'Apples', order: '1' }, b: { text: 'Berries', order: '2' } };

export const updateUserProfileRules: readonly Rule[] = [
  kind(
    'UPD-40',
    'A short text has at most 50 characters.',
    { field_type: 1 },
    [['x'.repeat(50), 'x'.repeat(50)]],
    ['x'.repeat(51), [1]],
  ),
  kind(
    'UPD-41',
    'A paragraph has at most 500 characters.',
    { field_type: 2 },
    [['x'.repeat(500), 'x'.repeat(500)]],
    ['x'.repeat(501)],
  ),
  kind(
    'UPD-42',
    'A choice is the key of one of the choices.',
    { field_type: 3, field_data: choices },
    [['b', 'b']],
    ['c', 'Apples', [1]],
  ),
  kind(
    'UPD-43',
    'A date exists, and is written as year, month and day.',
    { field_type: 4 },
    [['1909-04-05', '1909-04-05']],
    ['1909-34-55', '1909-4-5', '05.04.1909', '1909-02-29', 'today'],
  ),
  kind(
    'UPD-44',
    'A link is an absolute address with a scheme.',
    { field_type: 5 },
    [['https://example.com/x?y=1', 'https://example.com/x?y=1']],
    ['not url', 'example.com', 'javascript:alert(1)', '/path'],
  ),
  kind(
    'UPD-45',
    'The name of an external account has at most 50 characters.',
    { field_type: 7, field_data: { subtype: 'custom', url_pattern: 'https://x.example.com/%(username)s' } },
    [['me', 'me']],
    ['x'.repeat(51), [1]],
  ),
  kind(
    'UPD-46',
    'Pronouns have at most 50 characters.',
    { field_type: 8 },
    [['they/them', 'they/them']],
    ['x'.repeat(51)],
  ),
  rule('UPD-47', OF, 'A field of users takes the ids of active users and stores them as text.', async (w) => {
    const [user, friend] = [await w.user(), await w.user()];
    const id = await addField(w, { field_type: 6 });
    plain(await setValue(w, user, id, [friend.id]));
    same(await valueOf(w, user, id), `[${friend.id}]`, 'the stored value');
  }),
  rule(
    'UPD-48',
    OF,
    'A field of users takes neither bots nor deactivated nor unknown nor foreign users, and no text.',
    async (w) => {
      const [user, gone] = [await w.user(), await w.user()];
      const id = await addField(w, { field_type: 6 });
      const bot = await w.bot(await w.owner());
      success(await w.ask('DELETE', `/users/${gone.id}`, { as: await w.owner() }));
      for (const value of [[bot.id], [gone.id], [999_999_999], `[${user.id}]`, 'x'])
        refused(await setValue(w, user, id, value));
    },
  ),
  rule(
    'UPD-49',
    OF,
    'Everyone receives an event about a new value, with its rendered form for texts.',
    async (w) => {
      const users = await crowd(w, ['realm_user']);
      const id = await addField(w, { field_type: 2 });
      plain(await setValue(w, users.member, id, '*hi*'));
      const custom_profile_field = { id, value: '*hi*', rendered_value: '<p><em>hi</em></p>' };
      await allHeard(users, [
        { type: 'realm_user', op: 'update', person: { user_id: users.member.id, custom_profile_field } },
      ]);
    },
  ),
  rule('UPD-50', OF, 'The event of a field of users holds its value as text.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const id = await addField(w, { field_type: 6 });
    const events = await during(w, owner, ['realm_user'], () => setValue(w, user, id, [owner.id]));
    same(
      events,
      [
        {
          type: 'realm_user',
          op: 'update',
          person: { user_id: user.id, custom_profile_field: { id, value: `[${owner.id}]` } },
        },
      ],
      'the events',
    );
  }),
  rule('UPD-51', OF, 'Null clears a value, and the event says so.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const id = await addField(w);
    plain(await setValue(w, user, id, 'x'));
    const events = await during(w, owner, ['realm_user'], async () =>
      plain(await setValue(w, user, id, null)),
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
  rule('UPD-52', OF, 'Clearing what is empty succeeds without an event.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const id = await addField(w);
    same(
      await during(w, owner, ['realm_user'], async () => plain(await setValue(w, user, id, null))),
      [],
      'the events',
    );
  }),
  rule('UPD-53', OF, 'An empty text and an empty list clear a value too.', async (w) => {
    const user = await w.user();
    const [text, users] = [await addField(w), await addField(w, { field_type: 6 })];
    plain(await setValue(w, user, text, 'x'));
    plain(await setValue(w, user, users, [user.id]));
    plain(await setValue(w, user, text, ''));
    plain(await setValue(w, user, users, []));
    same([await valueOf(w, user, text), await valueOf(w, user, users)], [undefined, undefined], 'the values');
  }),
  rule('UPD-54', OF, 'A value that stays the same causes no event.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const id = await addField(w);
    plain(await setValue(w, user, id, 'x'));
    same(
      await during(w, owner, ['realm_user'], async () => plain(await setValue(w, user, id, 'x'))),
      [],
      'the events',
    );
  }),
  rule('UPD-55', OF, 'A field that does not exist is refused, also when it would be cleared.', async (w) => {
    const user = await w.user();
    refused(await setValue(w, user, 999_999_999, 'x'));
    refused(await setValue(w, user, 999_999_999, null));
  }),
  rule('UPD-56', OF, 'A value is a text, a list of integers or null, and is required.', async (w) => {
    const [owner, user] = [await w.owner(), await w.user()];
    const id = await addField(w);
    for (const value of [5, true, ['x'], {}]) refused(await setValue(w, user, id, value));
    refused(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { profile_data: [{ id }] } }));
    refused(
      await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { profile_data: [{ value: 'x' }] } }),
    );
    refused(
      await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { profile_data: { id, value: 'x' } } }),
    );
  }),
  rule('UPD-57', OF, 'An administrator changes values that users themselves may not edit.', async (w) => {
    const user = await w.user();
    const id = await addField(w, { editable_by_user: false });
    plain(await setValue(w, user, id, 'x'));
    same(await valueOf(w, user, id), 'x', 'the value');
  }),
  rule(
    'UPD-58',
    OF,
    'A new address needs the special right, which being owner does not include.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const form = { new_email: `${w.unique('new')}@example.com` };
      w.own();
      refused(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form }));
    },
  ),
  rule(
    'UPD-59',
    OF,
    'The special right without being owner does not give a new address either.',
    async (w) => {
      const [admin, user] = [await w.user({ role: 200 }), await w.user()];
      await w.own().grant(admin, 'can_change_user_emails');
      const form = { new_email: `${w.unique('new')}@example.com` };
      refused(await w.ask('PATCH', `/users/${user.id}`, { as: admin, form }));
    },
  ),
  rule(
    'UPD-60',
    OF,
    'An owner with the special right gives a new address, and users who may see it receive the event.',
    async (w) => {
      const users = await crowd(w, ['realm_user']);
      await w.own().grant(users.owner, 'can_change_user_emails');
      const user = await w.user({ visibility: 3 });
      await users.heard();
      const new_email = `${w.unique('new')}@example.com`;
      plain(await w.ask('PATCH', `/users/${user.id}`, { as: users.owner, form: { new_email } }));
      const expected = [
        { type: 'realm_user', op: 'update', person: { user_id: user.id, delivery_email: new_email } },
      ];
      same(await users.heard(), { owner: expected, admin: expected, member: [], guest: [] }, 'the events');
      success(await w.ask('GET', '/users/me', { as: { email: new_email, key: user.key } }));
    },
  ),
  rule(
    'UPD-61',
    OF,
    'A new address that everybody may see also becomes the address for the API.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      await w.own().grant(owner, 'can_change_user_emails');
      const new_email = `${w.unique('new')}@example.com`;
      const change = async () =>
        plain(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { new_email } }));
      const told = (await during(w, await w.user({ role: 600 }), ['realm_user'], change)).map(
        (event) => event['person'],
      );
      same(
        told,
        [
          { user_id: user.id, delivery_email: new_email },
          { user_id: user.id, new_email },
        ],
        'what the events tell',
      );
      same((await userSeenBy(w, owner, user.id))['email'], new_email, 'email');
    },
  ),
  rule('UPD-62', OF, 'A malformed address, or one in use, is refused.', async (w) => {
    const [owner, user, other] = [await w.owner(), await w.user(), await w.user()];
    await w.own().grant(owner, 'can_change_user_emails');
    for (const new_email of ['nonsense', 'a b@example.com', other.email, other.email.toUpperCase()])
      refused(await w.ask('PATCH', `/users/${user.id}`, { as: owner, form: { new_email } }));
  }),
];
