import { leave, room } from '@parley/rules/steps/channels.ts';
import { askHistory, change, move, post } from '@parley/rules/steps/editing.ts';
import { holds, items, refused, same, success, textAt } from '@parley/rules/expect.ts';
import { keepFile } from '@parley/rules/steps/files.ts';
import { roleGroup } from '@parley/rules/steps/groups.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addField, draft, during, setRealm, stateOf } from '@parley/rules/steps/common.ts';

/** Fixes after the announced level that belong to no level of their own. */
export const levelFixRules: readonly Rule[] = [
  rule(
    'LVL-30',
    'get-events',
    'A narrowed queue of a guest gets no message of a channel without a subscription.',
    async (w) => {
      const [as, guest] = [await w.user(), await w.user({ role: 600 })];
      const [never, left] = [await room(w, as), await room(w, as, { others: [guest] })];
      for (const [place, act] of [
        [never, async () => undefined],
        [left, () => leave(w, guest, left)],
      ] as const) {
        const narrow = [['channel', place.name]];
        const events = await during(
          w,
          guest,
          ['message'],
          async () => {
            await act();
            await post(w, as, place);
          },
          { narrow },
        );
        same(events, [], 'the events of the guest');
        holds(
          (await during(w, as, ['message'], () => post(w, as, place), { narrow })).length === 1,
          'one',
          place,
        );
      }
    },
  ),
  rule('LVL-31', 'get-users', 'A request without credentials gets no custom profile values.', async (w) => {
    const [user, id] = [await w.user(), await addField(w)];
    const data = [{ id, value: 'a hidden value' }];
    success(await w.ask('PATCH', '/users/me/profile_data', { as: user, form: { data } }));
    for (const below of ['/json', '/api/v1']) {
      const query = { include_custom_profile_fields: true };
      const { text } = await w.ask('GET', '/users', { query, below });
      holds(!text.includes('profile_data') && !text.includes('a hidden value'), 'no profile values', text);
    }
  }),
  rule(
    'LVL-32',
    'create-drafts',
    'A guest cannot address a draft to a user who is hidden, and learns nothing of the user.',
    async (w) => {
      const [guest, hidden] = [await w.user({ role: 600 }), await w.user()];
      w.own();
      await setRealm(w, { can_access_all_users_group: { new: await roleGroup(w, 'members') } }, {});
      const events = await during(w, guest, ['realm_user', 'drafts'], async () => {
        const drafts = [draft({ type: 'private', to: [hidden.id] })];
        refused(await w.ask('POST', '/drafts', { as: guest, form: { drafts } }));
      });
      same(events, [], 'the events of the guest');
    },
  ),
  rule('LVL-33', 'render-message', 'A content of more than 10000 characters is not rendered.', async (w) => {
    const as = await w.user();
    const render = (content: string) => w.ask('POST', '/messages/render', { as, form: { content } });
    refused(await render('x'.repeat(10_001)));
    success(await render('😀'.repeat(10_000)));
  }),
  rule(
    'LVL-34',
    'get-message-history',
    'Under the policy `moves` no state has texts of other states.',
    async (w) => {
      const as = await w.user();
      const id = await post(w, as, await room(w, as), 'a', 'first words');
      success(await change(w, as, id, { content: 'second words' }));
      success(await move(w, as, id, { topic: 'b' }));
      const name = 'message_edit_history_visibility_policy';
      await setRealm(w, { [name]: 'moves' }, { [name]: 'all' });
      const states = items(success(await askHistory(w, as, id)), 'message_history');
      for (const state of states) {
        same(state['content'], 'second words', 'the text');
        for (const key of ['prev_content', 'prev_rendered_content', 'content_html_diff'])
          holds(!(key in state), `no ${key}`, state);
      }
      const { text } = success(await w.ask('GET', `/messages/${id}`, { as }));
      holds(!text.includes('first words'), 'no earlier text', text);
    },
  ),
  rule('LVL-35', 'update-message', 'A new letter case of a topic keeps the policies of users.', async (w) => {
    const [as, follower] = [await w.user(), await w.user()];
    const place = await room(w, as, { others: [follower] });
    const id = await post(w, as, place, 'foo');
    const form = { stream_id: place.id, topic: 'foo', visibility_policy: 3 };
    success(await w.ask('POST', '/user_topics', { as: follower, form }));
    success(await move(w, as, id, { topic: 'Foo', propagate_mode: 'change_all' }));
    const kept = items(await stateOf(w, follower, 'user_topic'), 'user_topics');
    same(
      kept.map(({ topic_name, visibility_policy }) => [String(topic_name).toLowerCase(), visibility_policy]),
      [['foo', 3]],
      'the policies of the follower',
    );
  }),
  rule(
    'LVL-36',
    'update-custom-profile-field',
    'Each user who had a removed option gets a null value by event.',
    async (w) => {
      const [owner, holder] = [await w.owner(), await w.user()];
      const option = (text: string, order: number) => ({ text, order: String(order) });
      const a = option('A', 1);
      const id = await addField(w, { field_type: 3, field_data: { a, b: option('B', 2) } });
      const data = [{ id, value: 'b' }];
      success(await w.ask('PATCH', '/users/me/profile_data', { as: holder, form: { data } }));
      const events = await during(w, owner, ['realm_user'], async () => {
        success(
          await w.ask('PATCH', `/realm/profile_fields/${id}`, { as: owner, form: { field_data: { a } } }),
        );
      });
      same(
        events,
        [
          {
            type: 'realm_user',
            op: 'update',
            person: { user_id: holder.id, custom_profile_field: { id, value: null } },
          },
        ],
        'the events',
      );
    },
  ),
  rule('LVL-37', 'render-message', 'A link to a local file is no link.', async (w) => {
    const form = { content: '[x](file:///etc/passwd) file:///etc/hosts' };
    const html = textAt(
      success(await w.ask('POST', '/messages/render', { as: await w.user(), form })),
      'rendered',
    );
    holds(!html.includes('<a'), 'no link', html);
  }),
  rule(
    'LVL-38',
    'upload-file',
    'The name of an upload has at most 255 bytes and keeps its extension.',
    async (w) => {
      const { name, url } = await keepFile(w, await w.user(), `${'写'.repeat(120)}.txt`);
      for (const one of [name, decodeURIComponent(url.split('/').at(-1) ?? '')]) {
        holds(Buffer.byteLength(one) <= 255, 'at most 255 bytes', one);
        holds(one.endsWith('.txt'), 'the extension', one);
      }
    },
  ),
  rule('LVL-39', 'register-queue', 'The announced level is the one of the specification.', async (w) => {
    const state = await stateOf(w, await w.user(), 'realm');
    same(state.at('feature_level'), 493, 'the level');
  }),
];
