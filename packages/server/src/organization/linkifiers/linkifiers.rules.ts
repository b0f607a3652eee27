import { holds, lacking, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  addLinkifier,
  allHeard,
  crowd,
  during,
  linkifierOf,
  linkifiers,
} from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-linkifier';
const CHANGE = { type: 'realm_linkifiers' };

async function update(w: World, id: number, form: Item) {
  return w.ask('PATCH', `/realm/filters/${id}`, { as: await w.owner(), form });
}

/** An update of a fresh linkifier, with parts made from its word; refused with errors at one place. */
function refusedParts(
  id: string,
  sentence: string,
  place: string | undefined,
  ...parts: readonly ((word: string) => Item)[]
): Rule {
  return rule(id, OF, sentence, async (w) => {
    for (const make of parts) {
      const { id: filter, word, pattern, url_template } = await addLinkifier(w);
      const answer = await update(w, filter, { pattern, url_template, ...make(word) });
      refused(answer);
      if (place !== undefined)
        holds(Array.isArray(answer.at('errors', place)), `errors.${place}`, answer.body);
      same((await linkifierOf(w, filter))['pattern'], pattern, 'the pattern');
    }
  });
}

export const linkifierRules: readonly Rule[] = [
  rule(
    'LNK-1',
    OF,
    'An administrator changes pattern and template, with a plain answer, and the list shows them.',
    async (w) => {
      const { id, word } = await addLinkifier(w);
      const form = { pattern: `${word}#(?P<n>\\d+)`, url_template: 'https://example.org/{n}' };
      plain(await w.ask('PATCH', `/realm/filters/${id}`, { as: await w.user({ role: 200 }), form }));
      same(
        await linkifierOf(w, id),
        { id, ...form, example_input: null, reverse_template: null, alternative_url_templates: [] },
        'the linkifier',
      );
    },
  ),
  rule('LNK-2', OF, 'Everyone receives all linkifiers in their order.', async (w) => {
    const { id, pattern } = await addLinkifier(w);
    const users = await crowd(w, ['realm_linkifiers'], {
      client_capabilities: { notification_settings_null: true, linkifier_url_template: true },
    });
    plain(await update(w, id, { pattern, url_template: 'https://example.org/{id}' }));
    await allHeard(users, [{ ...CHANGE, realm_linkifiers: await linkifiers(w) }]);
  }),
  rule('LNK-58', OF, 'Clients that do not understand templates receive no event.', async (w) => {
    const { id, pattern } = await addLinkifier(w);
    const as = await w.user();
    const act = async () => plain(await update(w, id, { pattern, url_template: 'https://example.org/{id}' }));
    same(await during(w, as, ['realm_linkifiers'], act), [], 'the events');
  }),
  rule('LNK-3', OF, 'Others than administrators are refused, even without any parameter.', async (w) => {
    const { id } = await addLinkifier(w);
    for (const role of [300, 400, 600])
      refused(
        await w.ask('PATCH', `/realm/filters/${id}`, { as: await w.user({ role }), form: {} }),
        'UNAUTHORIZED_PRINCIPAL',
      );
  }),
  rule('LNK-4', OF, 'Pattern and template are required, in this order.', async (w) => {
    const { id, pattern } = await addLinkifier(w);
    lacking(await update(w, id, {}), 'pattern');
    lacking(await update(w, id, { url_template: 'https://example.com' }), 'pattern');
    lacking(await update(w, id, { pattern }), 'url_template');
  }),
  rule('LNK-5', OF, 'An id that does not exist is refused with status 400.', async (w) => {
    refused(await update(w, 999_999_999, { pattern: 'x', url_template: 'https://example.com' }));
  }),
  rule(
    'LNK-6',
    OF,
    'A linkifier of another organization is refused as unknown, and stays as it was.',
    async (w) => {
      const other = await w.neighbour();
      const { id, pattern } = await addLinkifier(other);
      refused(await update(w, id, { pattern: 'x', url_template: 'https://example.com' }));
      same((await linkifierOf(other, id))['pattern'], pattern, 'the pattern');
    },
  ),
  refusedParts(
    'LNK-7',
    'A pattern that does not compile is refused.',
    '__all__',
    (word) => ({ pattern: `${word}(foo` }),
    (word) => ({ pattern: `${word}[a` }),
    (word) => ({ pattern: `${word}a{2,1}` }),
  ),
  refusedParts(
    'LNK-8',
    'A pattern that looks around is refused.',
    '__all__',
    (word) => ({ pattern: `${word}(?=x)(?P<id>\\d+)` }),
    (word) => ({ pattern: `(?<!a)${word}(?P<id>\\d+)` }),
  ),
  refusedParts(
    'LNK-9',
    'A pattern that refers back is refused.',
    '__all__',
    (word) => ({ pattern: `${word}(?P<id>\\d+)\\1` }),
    (word) => ({ pattern: `${word}(?P<id>\\d+)(?P=id)` }),
  ),
  refusedParts(
    'LNK-10',
    'A pattern with possessive or stacked repetition is refused.',
    '__all__',
    (word) => ({ pattern: `${word}(?P<id>\\d++)` }),
    (word) => ({ pattern: `${word}(?P<id>\\d**)` }),
  ),
  refusedParts(
    'LNK-11',
    'A blank pattern is refused.',
    'pattern',
    () => ({ pattern: '' }),
    () => ({ pattern: '   ' }),
  ),
  refusedParts(
    'LNK-12',
    'A template that is not RFC 6570 is refused.',
    'url_template',
    () => ({ url_template: 'https://example.com/{id' }),
    () => ({ url_template: 'https://example.com/{{id}}' }),
    () => ({ url_template: 'https://example.com/{//id}' }),
    () => ({ url_template: 'https://example.com/{id++}' }),
  ),
  refusedParts(
    'LNK-13',
    'A blank template is refused.',
    'url_template',
    () => ({ url_template: '' }),
    () => ({ url_template: '   ' }),
  ),
  refusedParts('LNK-14', 'A named group that the template does not use is refused.', '__all__', (word) => ({
    pattern: `${word}(?P<id>\\d+)(?P<extra>x)`,
  })),
  refusedParts(
    'LNK-15',
    'A variable of the template that the pattern does not name is refused.',
    '__all__',
    () => ({ url_template: 'https://example.com/{id}/{extra}' }),
  ),
  rule('LNK-16', OF, 'The operators of RFC 6570 are accepted.', async (w) => {
    const { id, word } = await addLinkifier(w);
    for (const form of ['{a}', '{+a}', '{#a}', '{.a}', '{/a}', '{;a}', '{?a}', '{&a}', '{a:3}', '{a*}'])
      plain(await update(w, id, { pattern: `${word}(?P<a>x)`, url_template: `https://example.com/${form}` }));
    plain(
      await update(w, id, { pattern: `${word}(?P<a>x)(?P<b>y)`, url_template: 'https://example.com/{?a,b}' }),
    );
  }),
  rule('LNK-17', OF, 'The literal part of a template may be anything.', async (w) => {
    const { id, pattern } = await addLinkifier(w);
    plain(await update(w, id, { pattern, url_template: 'no address at all, 100 % {id}' }));
  }),
  rule(
    'LNK-18',
    OF,
    'A pattern without groups and a template without variables are accepted, as are unnamed groups.',
    async (w) => {
      const { id, word } = await addLinkifier(w);
      plain(await update(w, id, { pattern: `${word}x`, url_template: 'https://example.com/x' }));
      plain(await update(w, id, { pattern: `${word}(x|y)`, url_template: 'https://example.com/x' }));
    },
  ),
  rule('LNK-19', OF, 'Spaces around pattern and template are removed.', async (w) => {
    const { id, word } = await addLinkifier(w);
    plain(await update(w, id, { pattern: `  ${word}x `, url_template: ' https://example.com/x  ' }));
    const { pattern, url_template } = await linkifierOf(w, id);
    same([pattern, url_template], [`${word}x`, 'https://example.com/x'], 'pattern and template');
  }),
  rule('LNK-20', OF, 'The pattern of another linkifier of the organization is refused.', async (w) => {
    const [one, two] = [await addLinkifier(w), await addLinkifier(w)];
    refused(await update(w, two.id, { pattern: one.pattern, url_template: two.url_template }));
    plain(await update(w, two.id, { pattern: two.pattern, url_template: two.url_template }));
  }),
  rule('LNK-21', OF, 'Two organizations may have the same pattern.', async (w) => {
    const other = await w.neighbour();
    const one = await addLinkifier(w);
    const two = await addLinkifier(other);
    plain(await update(other, two.id, { pattern: one.pattern, url_template: one.url_template }));
  }),
  rule('LNK-22', OF, 'A pattern that would take other engines for ever is answered at once.', async (w) => {
    const { id, word } = await addLinkifier(w);
    const started = performance.now();
    plain(
      await update(w, id, {
        pattern: `${word}(a+)+$`,
        url_template: 'https://example.com/x',
        example_input: `${word}${'a'.repeat(60)}`,
      }),
    );
    holds(performance.now() - started < 2000, 'an answer within two seconds', performance.now() - started);
  }),
  rule('LNK-23', OF, 'A pattern that unfolds without measure is refused.', async (w) => {
    const { id, word } = await addLinkifier(w);
    refused(
      await update(w, id, {
        pattern: `${word}((a{1000}){1000}){1000}`,
        url_template: 'https://example.com/x',
      }),
    );
  }),
  rule('LNK-24', OF, 'Unknown parameters are reported.', async (w) => {
    const { id, pattern, url_template } = await addLinkifier(w);
    const answer = success(await update(w, id, { pattern, url_template, zeta: 1, filter_id: 1 }));
    same(answer.at('ignored_parameters_unsupported'), ['filter_id', 'zeta'], 'the ignored parameters');
  }),
];
