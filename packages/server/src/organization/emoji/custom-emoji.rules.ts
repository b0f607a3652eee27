import { GIF, NO_PICTURE, PNG } from '@parley/test-support/pictures.ts';
import { permit, whisper } from '@parley/rules/steps/editing.ts';
import { holds, missing, plain, refused, same, success, textAt, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeard, crowd, stateOf } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-custom-emoji';
const UPLOAD = 'upload-custom-emoji';
const REMOVE = 'deactivate-custom-emoji';
const TYPE = 'realm_emoji';
const SINGLE = { client_capabilities: { notification_settings_null: true, individual_emoji_changes: true } };

function upload(w: World, as: Credentials, name: string, ...contents: readonly Buffer[]) {
  return w.ask('POST', `/realm/emoji/${encodeURIComponent(name)}`, {
    as,
    files: contents.map((content, i) => ({ name: `f${i}`, content })),
  });
}

function remove(w: World, as: Credentials, name: string) {
  return w.ask('DELETE', `/realm/emoji/${name}`, { as });
}

async function all(w: World, as: Credentials): Promise<Readonly<Record<string, Item>>> {
  return success(await w.ask('GET', '/realm/emoji', { as })).at('emoji') as Record<string, Item>;
}

async function find(w: World, as: Credentials, name: string): Promise<Item> {
  return (
    Object.values(await all(w, as)).find((one) => one['name'] === name && one['deactivated'] === false) ?? {}
  );
}

/** A new emoji of a new user. */
async function added(w: World, file = PNG): Promise<{ author: User; name: string; emoji: Item }> {
  const author = await w.user();
  const name = w.unique('e');
  plain(await upload(w, author, name, file));
  w.later(async () => remove(w, await w.owner(), name));
  return { author, name, emoji: await find(w, author, name) };
}

export const customEmojiRules: readonly Rule[] = [
  rule(
    'EMJ-1',
    LIST,
    'Every user sees every emoji, by its id; unknown parameters are reported.',
    async (w) => {
      const { author, name, emoji } = await added(w);
      const guest = await w.user({ role: 600 });
      const answer = success(await w.ask('GET', '/realm/emoji', { as: guest, query: { zeta: 1 } }));
      same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
      const { id, source_url, ...rest } = emoji;
      same(rest, { name, still_url: null, deactivated: false, author_id: author.id }, 'the emoji');
      same([typeof id, typeof source_url], ['string', 'string'], 'the types');
      same((await all(w, guest))[String(id)], emoji, 'what stands at its id');
    },
  ),
  rule('EMJ-2', LIST, 'The picture is there for everybody.', async (w) => {
    const { emoji } = await added(w);
    const answer = await w.ask('GET', String(emoji['source_url']), { below: '' });
    same([answer.status, answer.headers['content-type']], [200, 'image/png'], 'status and type');
  }),
  rule('EMJ-3', UPLOAD, 'A picture that moves has a still one as well.', async (w) => {
    const { emoji } = await added(w, GIF);
    const answer = await w.ask('GET', String(emoji['still_url']), { below: '' });
    same(answer.status, 200, 'the status');
    holds(emoji['still_url'] !== emoji['source_url'], 'two pictures', emoji);
  }),
  rule('EMJ-4', UPLOAD, 'Clients that can handle it receive the new emoji alone.', async (w) => {
    const everybody = await crowd(w, [TYPE], SINGLE);
    const { emoji } = await added(w);
    await allHeard(everybody, [{ type: TYPE, op: 'add', emoji }]);
  }),
  rule('EMJ-5', UPLOAD, 'Other clients receive all emoji.', async (w) => {
    const everybody = await crowd(w, [TYPE]);
    const { author } = await added(w);
    await allHeard(everybody, [{ type: TYPE, op: 'update', realm_emoji: await all(w, author) }]);
  }),
  rule('EMJ-6', UPLOAD, 'Guests and bots add none.', async (w) => {
    refused(await upload(w, await w.user({ role: 600 }), w.unique('e'), PNG));
    refused(await upload(w, await w.bot(await w.user()), w.unique('e'), PNG));
  }),
  rule(
    'EMJ-7',
    UPLOAD,
    'A name has small letters, digits, dashes and underscores, and none of these at the end.',
    async (w) => {
      const as = await w.user();
      for (const name of ['Upper', 'dot.dot', 'ö', 'end_', 'end-', 'a:b'])
        refused(await upload(w, as, name, PNG));
      const name = w.unique('a-b_c-');
      plain(await upload(w, as, name, PNG));
      w.later(() => remove(w, as, name));
    },
  ),
  rule('EMJ-8', UPLOAD, 'A name is trimmed, and its spaces become underscores.', async (w) => {
    const as = await w.user();
    const word = w.unique('w');
    plain(await upload(w, as, ` two ${word} `, PNG));
    w.later(() => remove(w, as, `two_${word}`));
    same((await find(w, as, `two_${word}`))['name'], `two_${word}`, 'the name');
  }),
  rule('EMJ-9', UPLOAD, 'Only who holds the permission adds emoji.', async (w) => {
    const [may, mayNot] = [await w.user(), await w.user()];
    await permit(w, 'can_add_custom_emoji_group', [may], 'members');
    const name = w.unique('e');
    refused(await upload(w, mayNot, name, PNG));
    plain(await upload(w, may, name, PNG));
    w.later(() => remove(w, may, name));
  }),
  rule('EMJ-10', UPLOAD, 'A name that is in use is refused.', async (w) => {
    const { name } = await added(w);
    refused(await upload(w, await w.owner(), name, PNG));
  }),
  rule('EMJ-11', UPLOAD, 'Exactly one file comes along.', async (w) => {
    const as = await w.user();
    refused(await w.ask('POST', `/realm/emoji/${w.unique('e')}`, { as, form: {} }));
    refused(await upload(w, as, w.unique('e')));
    refused(await upload(w, as, w.unique('e'), PNG, PNG));
  }),
  rule('EMJ-12', UPLOAD, 'Names of built-in emoji are for administrators.', async (w) => {
    refused(await upload(w, await w.user(), 'tada', PNG));
    const owner = await w.owner();
    plain(await upload(w, owner, 'tada', PNG));
    w.later(() => remove(w, owner, 'tada'));
  }),
  rule('EMJ-13', UPLOAD, 'A file of more than 5 MiB is refused.', async (w) => {
    refused(await upload(w, await w.user(), w.unique('e'), Buffer.alloc(5 * 1024 * 1024 + 1)));
  }),
  rule('EMJ-14', UPLOAD, 'A file that is not a picture is refused with a code of its own.', async (w) => {
    const as = await w.user();
    for (const file of [NO_PICTURE, Buffer.from('hello'), PNG.subarray(0, 50)])
      refused(await upload(w, as, w.unique('e'), file), 'BAD_IMAGE');
  }),
  rule('EMJ-15', UPLOAD, 'A registration shows all emoji.', async (w) => {
    const { author } = await added(w);
    same((await stateOf(w, author, TYPE)).at(TYPE), await all(w, author), 'the emoji');
  }),
  rule(
    'EMJ-16',
    REMOVE,
    'The uploader removes an emoji: it stays in the list, and its name is free.',
    async (w) => {
      const { author, name, emoji } = await added(w);
      plain(await remove(w, author, name));
      same((await all(w, author))[String(emoji['id'])], { ...emoji, deactivated: true }, 'the emoji');
      plain(await upload(w, author, name, PNG));
    },
  ),
  rule('EMJ-17', REMOVE, 'Administrators remove any, others do not.', async (w) => {
    const { name } = await added(w);
    refused(await remove(w, await w.user(), name));
    refused(await remove(w, await w.user({ role: 300 }), name));
    plain(await remove(w, await w.user({ role: 200 }), name));
  }),
  rule('EMJ-18', REMOVE, 'An emoji that does not exist is not found, the second time too.', async (w) => {
    const { author, name } = await added(w);
    plain(await remove(w, author, name));
    missing(await remove(w, author, name));
    missing(await remove(w, author, w.unique('e')));
  }),
  rule(
    'EMJ-19',
    REMOVE,
    'Clients that can handle it receive what changed, others receive all emoji.',
    async (w) => {
      const { author, name, emoji } = await added(w);
      const [single, whole] = [await crowd(w, [TYPE], SINGLE), await crowd(w, [TYPE])];
      plain(await remove(w, author, name));
      const data = { deactivated: true };
      await allHeard(single, [{ type: TYPE, op: 'update_one', emoji_id: emoji['id'], data }]);
      await allHeard(whole, [{ type: TYPE, op: 'update', realm_emoji: await all(w, author) }]);
    },
  ),
  rule(
    'EMJ-20',
    UPLOAD,
    'In messages the name between colons becomes the picture, for as long as it can be used.',
    async (w) => {
      const { author, name, emoji } = await added(w);
      const shown = async (): Promise<string> => {
        const id = await whisper(w, author, [author], `:${name}:`);
        return textAt(success(await w.ask('GET', `/messages/${id}`, { as: author })), 'message', 'content');
      };
      const source = String(emoji['source_url']);
      same(
        await shown(),
        `<p><img alt=":${name}:" class="emoji" src="${source}" title="${name}"></p>`,
        'the message',
      );
      plain(await remove(w, author, name));
      same(await shown(), `<p>:${name}:</p>`, 'a later message');
    },
  ),
  rule(
    'EMJ-21',
    UPLOAD,
    'A reaction by name is one with the custom emoji, and can be taken back by name.',
    async (w) => {
      const { author, name, emoji } = await added(w);
      const id = await whisper(w, author, [author]);
      const path = `/messages/${id}/reactions`;
      plain(await w.ask('POST', path, { as: author, form: { emoji_name: name } }));
      const reactions = success(await w.ask('GET', `/messages/${id}`, { as: author })).at(
        'message',
        'reactions',
      );
      same(
        reactions,
        [{ emoji_name: name, emoji_code: emoji['id'], reaction_type: TYPE, user_id: author.id }],
        'the reactions',
      );
      plain(await w.ask('DELETE', path, { as: author, form: { emoji_name: name } }));
    },
  ),
  rule(
    'EMJ-22',
    UPLOAD,
    'A reaction with an unusable emoji is refused, unless the message already has it.',
    async (w) => {
      const { author, name, emoji } = await added(w);
      const form = { emoji_name: name, emoji_code: emoji['id'], reaction_type: TYPE };
      const [old, other] = [await whisper(w, author, [author]), await w.user()];
      const shared = await whisper(w, author, [other]);
      plain(await w.ask('POST', `/messages/${shared}/reactions`, { as: author, form }));
      plain(await remove(w, author, name));
      refused(await w.ask('POST', `/messages/${old}/reactions`, { as: author, form }));
      plain(await w.ask('POST', `/messages/${shared}/reactions`, { as: other, form }));
      plain(await w.ask('DELETE', `/messages/${shared}/reactions`, { as: other, form }));
    },
  ),
  rule('EMJ-23', UPLOAD, 'A status can have a custom emoji.', async (w) => {
    const { author, name, emoji } = await added(w);
    plain(await w.ask('POST', '/users/me/status', { as: author, form: { emoji_name: name } }));
    const status = success(await w.ask('GET', `/users/${author.id}/status`, { as: author })).at('status');
    same(status, { emoji_name: name, emoji_code: emoji['id'], reaction_type: TYPE }, 'the status');
    plain(await remove(w, author, name));
    refused(await w.ask('POST', '/users/me/status', { as: author, form: { emoji_name: name } }));
  }),
];
