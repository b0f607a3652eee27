import { lacking, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const READ = 'get-bot-storage';
const KEEP = 'update-bot-storage';
const FORGET = 'remove-bot-storage';

function keep(w: World, as: Credentials, storage: Item) {
  return w.ask('PUT', '/bot_storage', { as, form: { storage } });
}

function forget(w: World, as: Credentials, form: Item) {
  return w.ask('DELETE', '/bot_storage', { as, form });
}

function read(w: World, as: Credentials, query: Item = {}) {
  return w.ask('GET', '/bot_storage', { as, query });
}

async function kept(w: World, as: Credentials, query: Item = {}): Promise<unknown> {
  return success(await read(w, as, query)).at('storage');
}

async function freshBot(w: World) {
  return w.bot(await w.user());
}

/** A fresh bot that keeps two texts. */
async function keeper(w: World) {
  const as = await freshBot(w);
  plain(await keep(w, as, { colour: 'green', size: '7' }));
  return as;
}

export const botStorageRules: readonly Rule[] = [
  rule('BST-1', READ, 'A new bot keeps nothing.', async (w) => {
    same(await kept(w, await freshBot(w)), {}, 'the storage');
  }),
  rule('BST-2', KEEP, 'Texts are kept under their keys.', async (w) => {
    same(await kept(w, await keeper(w)), { colour: 'green', size: '7' }, 'the storage');
  }),
  rule('BST-3', KEEP, 'A text replaces the one under the same key, and leaves the others.', async (w) => {
    const as = await keeper(w);
    plain(await keep(w, as, { colour: 'red', shape: 'round' }));
    same(await kept(w, as), { colour: 'red', size: '7', shape: 'round' }, 'the storage');
  }),
  rule('BST-4', READ, 'Only the keys that are asked for are answered.', async (w) => {
    same(await kept(w, await keeper(w), { keys: ['size'] }), { size: '7' }, 'the storage');
  }),
  rule('BST-5', READ, 'A key that does not exist is refused, also beside one that does.', async (w) => {
    const as = await keeper(w);
    refused(await read(w, as, { keys: ['weight'] }));
    refused(await read(w, as, { keys: ['size', 'weight'] }));
  }),
  rule('BST-6', READ, 'No keys are no texts.', async (w) => {
    same(await kept(w, await keeper(w), { keys: [] }), {}, 'the storage');
  }),
  rule('BST-7', KEEP, 'The stored values are required, as an object of strings.', async (w) => {
    const as = await freshBot(w);
    lacking(await w.ask('PUT', '/bot_storage', { as, form: {} }), 'storage');
    for (const storage of [['a'], 'a', { a: 1 }, { a: null }, { a: { b: 'c' } }])
      refused(await w.ask('PUT', '/bot_storage', { as, form: { storage: JSON.stringify(storage) } }));
    same(await kept(w, as), {}, 'the storage');
  }),
  rule('BST-8', KEEP, 'Texts of any form and empty ones come back as they were sent.', async (w) => {
    const as = await freshBot(w);
    const storage = { '': '', ' spaces ': ' \n ', 'ключ 🔑': 'значение "✓"', json: '{"a":[1]}' };
    plain(await keep(w, as, storage));
    same(await kept(w, as), storage, 'the storage');
  }),
  rule('BST-9', FORGET, 'Named keys go, the others stay.', async (w) => {
    const as = await keeper(w);
    plain(await forget(w, as, { keys: ['colour'] }));
    same(await kept(w, as), { size: '7' }, 'the storage');
  }),
  rule('BST-10', FORGET, 'Without keys everything goes.', async (w) => {
    const as = await keeper(w);
    plain(await forget(w, as, {}));
    same(await kept(w, as), {}, 'the storage');
  }),
  rule('BST-11', FORGET, 'If one of the keys does not exist, nothing goes.', async (w) => {
    const as = await keeper(w);
    refused(await forget(w, as, { keys: ['colour', 'weight'] }));
    same(await kept(w, as), { colour: 'green', size: '7' }, 'the storage');
  }),
  rule('BST-12', READ, 'The storage of another account is not visible.', async (w) => {
    const owner = await w.owner();
    await keeper(w);
    const other = await w.bot(owner);
    same(await kept(w, other), {}, 'the storage of another bot');
    refused(await read(w, other, { keys: ['colour'] }));
  }),
  rule('BST-13', KEEP, 'Users may keep texts as well.', async (w) => {
    const as = await w.user();
    plain(await keep(w, as, { colour: 'green' }));
    same(await kept(w, as), { colour: 'green' }, 'the storage');
  }),
];
