import { numberAt, plain, lacking, refused, same, success, holds, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { allHeard, crowd, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const ADD = 'add-code-playground';
const REMOVE = 'remove-code-playground';
const PLAYGROUNDS = 'realm_playgrounds';

const TEMPLATE = 'https://play.example.com/?code={code}';

function partsOf(w: World, changes: Item = {}): Item {
  return {
    name: w.unique('Playground '),
    pygments_language: 'Python3',
    url_template: TEMPLATE,
    ...changes,
  };
}

async function ask(w: World, form: Item, as?: Credentials) {
  return w.ask('POST', '/realm/playgrounds', { as: as ?? (await w.owner()), form });
}

async function remove(w: World, id: number, as?: Credentials) {
  return w.ask('DELETE', `/realm/playgrounds/${id}`, { as: as ?? (await w.owner()) });
}

async function add(w: World, changes: Item = {}): Promise<Item & { id: number }> {
  const parts = partsOf(w, changes);
  const id = numberAt(success(await ask(w, parts)), 'id');
  w.later(() => remove(w, id));
  return { id, ...parts };
}

async function listed(w: World): Promise<readonly Item[]> {
  return (await stateOf(w, await w.user(), PLAYGROUNDS)).at(PLAYGROUNDS) as Item[];
}

export const playgroundRules: readonly Rule[] = [
  rule('PLY-1', ADD, 'A playground is added, and a registration shows it.', async (w) => {
    const { id, ...parts } = await add(w);
    same(
      (await listed(w)).find((one) => one['id'] === id),
      { id, ...parts },
      'the playground',
    );
  }),
  rule('PLY-2', ADD, 'Everyone receives an event about the whole list, oldest first.', async (w) => {
    await add(w);
    const everybody = await crowd(w, [PLAYGROUNDS]);
    const { id } = await add(w);
    const all = await listed(w);
    same(all.at(-1)?.['id'], id, 'the last of the list');
    await allHeard(everybody, [{ type: PLAYGROUNDS, realm_playgrounds: all }]);
  }),
  rule('PLY-3', ADD, 'Only administrators add one, and are asked for before the parameters.', async (w) => {
    for (const role of [600, 400, 300] as const)
      refused(await ask(w, {}, await w.user({ role })), 'UNAUTHORIZED_PRINCIPAL');
    success(await ask(w, partsOf(w), await w.user({ role: 200 })));
  }),
  rule('PLY-4', ADD, 'All three parts are needed, and none is blank.', async (w) => {
    for (const name of ['name', 'pygments_language', 'url_template']) {
      const { [name]: _left, ...rest } = partsOf(w);
      lacking(await ask(w, rest), name);
      refused(await ask(w, partsOf(w, { [name]: '  ' })));
    }
  }),
  rule('PLY-5', ADD, 'A language has up to 40 letters, digits and some signs.', async (w) => {
    for (const pygments_language of ['x'.repeat(40), 'c++', 'c#', 'objective-c', 'a_b.c/d'])
      await add(w, { pygments_language });
    for (const pygments_language of ['x'.repeat(41), 'a b', 'ö', 'c*', 'a{b}', '<b>'])
      refused(await ask(w, partsOf(w, { pygments_language })));
  }),
  rule('PLY-6', ADD, 'Words that stand for something else in code blocks are no languages.', async (w) => {
    for (const pygments_language of ['latex', 'math', 'quote', 'spoiler'])
      refused(await ask(w, partsOf(w, { pygments_language })));
  }),
  rule(
    'PLY-7',
    ADD,
    'A template has the variable `code` and no other; `errors` says what is wrong.',
    async (w) => {
      for (const url_template of [
        'https://example.com/',
        'https://example.com/{other}',
        'https://example.com/{code}{other}',
        'https://example.com/{code',
        'https://example.com/{{code}}',
      ]) {
        const answer = await ask(w, partsOf(w, { url_template }));
        refused(answer);
        holds(answer.at('errors') !== undefined, 'the field errors', answer.body);
      }
      await add(w, { url_template: 'https://example.com/{?code}' });
    },
  ),
  rule('PLY-8', ADD, 'A language may have several playgrounds, but not two of one name.', async (w) => {
    const { name } = await add(w);
    refused(await ask(w, partsOf(w, { name })));
    await add(w, { name, pygments_language: 'Ruby' });
    await add(w);
  }),
  rule(
    'PLY-9',
    REMOVE,
    'A playground is removed, and everyone receives an event about those that stay.',
    async (w) => {
      const [first, second] = [await add(w), await add(w)];
      const everybody = await crowd(w, [PLAYGROUNDS]);
      plain(await remove(w, first.id));
      const all = await listed(w);
      holds(
        all.some(({ id }) => id === second.id) && !all.some(({ id }) => id === first.id),
        'the other one',
        all,
      );
      await allHeard(everybody, [{ type: PLAYGROUNDS, realm_playgrounds: all }]);
    },
  ),
  rule('PLY-10', REMOVE, 'A playground that does not exist is refused, the second time too.', async (w) => {
    const { id } = await add(w);
    plain(await remove(w, id));
    refused(await remove(w, id));
    refused(await remove(w, 999_999_999));
  }),
  rule('PLY-11', REMOVE, 'Only administrators remove one.', async (w) => {
    const { id } = await add(w);
    refused(await remove(w, id, await w.user()), 'UNAUTHORIZED_PRINCIPAL');
    plain(await remove(w, id, await w.user({ role: 200 })));
  }),
  rule(
    'PLY-12',
    REMOVE,
    'A default language of code blocks that equals its language is cleared before, with an event.',
    async (w) => {
      const { id } = await add(w, { pygments_language: 'Haskell' });
      const other = await add(w);
      await setRealm(w, { default_code_block_language: 'Haskell' }, { default_code_block_language: '' });
      const queue = await w.listen(await w.owner(), {
        event_types: ['realm', PLAYGROUNDS],
        fetch_event_types: [],
      });
      plain(await remove(w, other.id));
      plain(await remove(w, id));
      const heard = (await queue.events()).map(({ type, property, value }) => [type, property, value]);
      same(
        heard,
        [
          [PLAYGROUNDS, undefined, undefined],
          ['realm', 'default_code_block_language', ''],
          [PLAYGROUNDS, undefined, undefined],
        ],
        'the events',
      );
    },
  ),
];
