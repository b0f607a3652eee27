import { holds, lacking, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addLinkifier, allHeard, crowd, linkifierOf, linkifiers } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-linkifier';
const ADD = 'add-linkifier';
const LIST = 'get-linkifiers';
const REMOVE = 'remove-linkifier';
const ORDER = 'reorder-linkifiers';

async function update(w: World, id: number, form: Item) {
  return w.ask('PATCH', `/realm/filters/${id}`, { as: await w.owner(), form });
}

/** Updates a fresh linkifier, keeping its pattern and template unless told otherwise. */
async function refresh(w: World, make: (word: string) => Item) {
  const { id, word, pattern, url_template } = await addLinkifier(w);
  return { id, word, answer: await update(w, id, { pattern, url_template, ...make(word) }) };
}

function alternatives(id: string, sentence: string, ...lists: readonly ((word: string) => unknown)[]): Rule {
  return rule(id, OF, sentence, async (w) => {
    for (const list of lists)
      refused((await refresh(w, (word) => ({ alternative_url_templates: list(word) }))).answer);
  });
}

const listens = { client_capabilities: { notification_settings_null: true, linkifier_url_template: true } };

export const reverseLinkifierRules: readonly Rule[] = [
  rule(
    'LNK-30',
    OF,
    'A reverse template needs an example, and the error names both parameters.',
    async (w) => {
      const { answer } = await refresh(w, (word) => ({ reverse_template: `${word}-{id}` }));
      refused(answer, 'BAD_REQUEST', {
        required_parameter: 'example_input',
        set_parameter: 'reverse_template',
      });
    },
  ),
  rule('LNK-31', OF, 'A reverse template with a blank example is refused.', async (w) => {
    const { answer } = await refresh(w, (word) => ({ reverse_template: `${word}-{id}`, example_input: ' ' }));
    refused(answer);
  }),
  rule('LNK-32', OF, 'An example that the pattern does not match is refused.', async (w) => {
    refused((await refresh(w, () => ({ example_input: 'something else' }))).answer);
  }),
  rule('LNK-33', OF, 'The pattern may match anywhere in the example.', async (w) => {
    const { id, word, answer } = await refresh(w, (text) => ({ example_input: `see ${text}-12 there` }));
    plain(answer);
    same((await linkifierOf(w, id))['example_input'], `see ${word}-12 there`, 'example_input');
  }),
  rule('LNK-34', OF, 'A reverse template must give the example back.', async (w) => {
    refused(
      (await refresh(w, (word) => ({ example_input: `${word}-12`, reverse_template: `${word}-{id}x` })))
        .answer,
    );
    plain(
      (await refresh(w, (word) => ({ example_input: `${word}-12`, reverse_template: `${word}-{id}` })))
        .answer,
    );
  }),
  rule('LNK-35', OF, 'Doubled braces in a reverse template are literal ones.', async (w) => {
    const { answer } = await refresh(w, (word) => ({
      pattern: `${word}\\{(?P<id>\\d+)\\}`,
      example_input: `${word}{15}`,
      reverse_template: `${word}{{{id}}}`,
    }));
    plain(answer);
  }),
  rule(
    'LNK-36',
    OF,
    'A reverse template with an open brace, an empty name or an unknown name is refused.',
    async (w) => {
      for (const ending of ['{id', '{}', '{other}'])
        refused(
          (
            await refresh(w, (word) => ({
              example_input: `${word}-12`,
              reverse_template: `${word}-${ending}`,
            }))
          ).answer,
        );
    },
  ),
  rule(
    'LNK-37',
    OF,
    'A group that took no part in the match is empty in the reverse template.',
    async (w) => {
      const { answer } = await refresh(w, (word) => ({
        pattern: `${word}-(?P<id>\\d+)(?P<tail>x)?`,
        url_template: 'https://example.com/{id}{tail}',
        example_input: `${word}-12`,
        reverse_template: `${word}-{id}{tail}`,
      }));
      plain(answer);
    },
  ),
  rule('LNK-38', OF, 'An empty reverse template resets it to null.', async (w) => {
    const { id, word } = await refresh(w, (text) => ({
      example_input: `${text}-12`,
      reverse_template: `${text}-{id}`,
    }));
    const { pattern, url_template } = await linkifierOf(w, id);
    plain(await update(w, id, { pattern, url_template, example_input: `${word}-12`, reverse_template: '' }));
    const { example_input, reverse_template } = await linkifierOf(w, id);
    same([example_input, reverse_template], [`${word}-12`, null], 'example and reverse template');
  }),
  rule('LNK-39', OF, 'An empty example resets it to null.', async (w) => {
    const { id } = await refresh(w, (word) => ({ example_input: `${word}-12` }));
    const { pattern, url_template } = await linkifierOf(w, id);
    plain(await update(w, id, { pattern, url_template, example_input: '' }));
    same((await linkifierOf(w, id))['example_input'], null, 'example_input');
  }),
  rule(
    'LNK-40',
    OF,
    'Omitted fields keep their stored values: example, reverse template and alternatives.',
    async (w) => {
      const { id, word } = await refresh(w, (text) => ({
        example_input: `${text}-12`,
        reverse_template: `${text}-{id}`,
        alternative_url_templates: ['https://example.org/{id}'],
      }));
      const { pattern, url_template } = await linkifierOf(w, id);
      plain(await update(w, id, { pattern, url_template }));
      const now = await linkifierOf(w, id);
      same(
        [now['example_input'], now['reverse_template'], now['alternative_url_templates']],
        [`${word}-12`, `${word}-{id}`, ['https://example.org/{id}']],
        'the parts',
      );
    },
  ),
  alternatives('LNK-41', 'An alternative that equals the template is refused.', (word) => [
    `https://example.com/${word}/{id}`,
  ]),
  alternatives('LNK-42', 'An alternative that is there twice is refused.', () => [
    'https://a.example/{id}',
    'https://a.example/{id}',
  ]),
  alternatives('LNK-43', 'An alternative that is not RFC 6570 is refused.', () => ['https://a.example/{id']),
  alternatives(
    'LNK-44',
    'An alternative uses exactly the groups of the pattern.',
    () => ['https://a.example/{id}/{other}'],
    () => ['https://a.example/'],
  ),
  alternatives(
    'LNK-45',
    'Alternatives are a JSON list of texts.',
    () => 'https://a.example/{id}',
    () => [5],
    () => '{}',
  ),
  rule('LNK-46', OF, 'Alternatives are stored, and an empty list clears them.', async (w) => {
    const { id } = await refresh(w, () => ({
      alternative_url_templates: ['https://a.example/{id}', 'https://b.example/{id}'],
    }));
    const { pattern, url_template, alternative_url_templates } = await linkifierOf(w, id);
    same(alternative_url_templates, ['https://a.example/{id}', 'https://b.example/{id}'], 'the alternatives');
    plain(await update(w, id, { pattern, url_template, alternative_url_templates: [] }));
    same((await linkifierOf(w, id))['alternative_url_templates'], [], 'the alternatives');
  }),
  rule('LNK-47', OF, 'Alternatives that are left out are held against the new pattern.', async (w) => {
    const { id, word } = await refresh(w, () => ({ alternative_url_templates: ['https://a.example/{id}'] }));
    refused(await update(w, id, { pattern: `${word}-(?P<n>\\d+)`, url_template: 'https://example.com/{n}' }));
  }),
  rule('LNK-48', ADD, 'A new linkifier stands last and has an id.', async (w) => {
    const { id } = await addLinkifier(w);
    same((await linkifiers(w)).at(-1)?.['id'], id, 'the last id');
  }),
  rule('LNK-49', ADD, 'Others than administrators are refused, even without any parameter.', async (w) => {
    for (const role of [300, 400, 600])
      refused(
        await w.ask('POST', '/realm/filters', { as: await w.user({ role }), form: {} }),
        'UNAUTHORIZED_PRINCIPAL',
      );
  }),
  rule('LNK-50', ADD, 'Everyone receives all linkifiers.', async (w) => {
    const users = await crowd(w, ['realm_linkifiers'], listens);
    await addLinkifier(w);
    await allHeard(users, [{ type: 'realm_linkifiers', realm_linkifiers: await linkifiers(w) }]);
  }),
  rule('LNK-51', ADD, 'A pattern that the organization has already is refused.', async (w) => {
    const { pattern, url_template } = await addLinkifier(w);
    refused(await w.ask('POST', '/realm/filters', { as: await w.owner(), form: { pattern, url_template } }));
  }),
  rule(
    'LNK-52',
    LIST,
    'Every user lists the linkifiers, guests and bots too; unknown parameters are reported.',
    async (w) => {
      const { id } = await addLinkifier(w);
      for (const as of [await w.user({ role: 600 }), await w.bot(await w.owner())])
        holds(
          (await linkifiers(w, as)).some((one) => one['id'] === id),
          'the linkifier',
          id,
        );
      const query = { zeta: 1 };
      const answer = success(await w.ask('GET', '/realm/linkifiers', { as: await w.owner(), query }));
      same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
    },
  ),
  rule('LNK-53', REMOVE, 'A linkifier goes away, and everyone receives the rest.', async (w) => {
    const { id } = await addLinkifier(w);
    const users = await crowd(w, ['realm_linkifiers'], listens);
    plain(await w.ask('DELETE', `/realm/filters/${id}`, { as: users.admin }));
    const rest = await linkifiers(w);
    holds(
      rest.every((one) => one['id'] !== id),
      'no such linkifier',
      rest,
    );
    await allHeard(users, [{ type: 'realm_linkifiers', realm_linkifiers: rest }]);
  }),
  rule(
    'LNK-54',
    REMOVE,
    'An id that does not exist is refused, as are others than administrators.',
    async (w) => {
      const { id } = await addLinkifier(w);
      refused(await w.ask('DELETE', '/realm/filters/999999999', { as: await w.owner() }));
      refused(
        await w.ask('DELETE', `/realm/filters/${id}`, { as: await w.user() }),
        'UNAUTHORIZED_PRINCIPAL',
      );
    },
  ),
  rule(
    'LNK-55',
    ORDER,
    'A list of all ids puts the linkifiers into its order, and everyone receives the event.',
    async (w) => {
      await addLinkifier(w);
      await addLinkifier(w);
      const users = await crowd(w, ['realm_linkifiers'], listens);
      const ids = (await linkifiers(w)).map((one) => Number(one['id'])).toReversed();
      plain(
        await w.ask('PATCH', '/realm/linkifiers', { as: users.owner, form: { ordered_linkifier_ids: ids } }),
      );
      const now = await linkifiers(w);
      same(
        now.map((one) => one['id']),
        ids,
        'the order',
      );
      await allHeard(users, [{ type: 'realm_linkifiers', realm_linkifiers: now }]);
    },
  ),
  rule('LNK-56', ORDER, 'A list with a repetition, a gap or a stranger is refused.', async (w) => {
    const [one, two] = [await addLinkifier(w), await addLinkifier(w)];
    const rest = (await linkifiers(w))
      .map((item) => Number(item['id']))
      .filter((id) => id !== one.id && id !== two.id);
    for (const ids of [[one.id, one.id, two.id], [one.id], [one.id, two.id, 999_999_999]])
      refused(
        await w.ask('PATCH', '/realm/linkifiers', {
          as: await w.owner(),
          form: { ordered_linkifier_ids: [...rest, ...ids] },
        }),
      );
  }),
  rule(
    'LNK-57',
    ORDER,
    'An empty list is fine where there are no linkifiers; the list is required.',
    async (w) => {
      w.own();
      const as = await w.owner();
      plain(await w.ask('PATCH', '/realm/linkifiers', { as, form: { ordered_linkifier_ids: [] } }));
      lacking(await w.ask('PATCH', '/realm/linkifiers', { as, form: {} }), 'ordered_linkifier_ids');
    },
  ),
];
