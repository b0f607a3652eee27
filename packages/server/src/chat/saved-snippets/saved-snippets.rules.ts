import {
  items,
  lacking,
  missing,
  numberAt,
  plain,
  refused,
  same,
  success,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-saved-snippets';
const CREATE = 'create-saved-snippet';
const EDIT = 'edit-saved-snippet';
const DELETE = 'delete-saved-snippet';

function create(w: World, as: User, form: Item) {
  return w.ask('POST', '/saved_snippets', { as, form });
}

function edit(w: World, as: User, id: number, form: Item) {
  return w.ask('PATCH', `/saved_snippets/${id}`, { as, form });
}

async function list(w: World, as: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/saved_snippets', { as })), 'saved_snippets');
}

/** A fresh user with a snippet. */
async function withSnippet(w: World) {
  const as = await w.user();
  const made = success(await create(w, as, { title: 'Greeting', content: 'Hello' }));
  return { as, id: numberAt(made, 'saved_snippet_id') };
}

export const savedSnippetRules: readonly Rule[] = [
  rule('SN-1', LIST, 'A new user has no snippets; unknown parameters are reported.', async (w) => {
    const answer = success(await w.ask('GET', '/saved_snippets', { as: await w.user(), query: { zeta: 1 } }));
    const ignored_parameters_unsupported = ['zeta'];
    same(
      answer.body,
      { result: 'success', msg: '', saved_snippets: [], ignored_parameters_unsupported },
      'the body',
    );
  }),
  rule('SN-2', CREATE, 'A snippet is kept, with the time of its creation.', async (w) => {
    const { as, id } = await withSnippet(w);
    const [{ date_created, ...snippet } = {}] = await list(w, as);
    same(snippet, { id, title: 'Greeting', content: 'Hello' }, 'the snippet');
    same(Math.abs(Number(date_created) - Date.now() / 1000) < 60, true, 'that it is from now');
  }),
  rule('SN-3', CREATE, 'Both texts are trimmed.', async (w) => {
    const as = await w.user();
    success(await create(w, as, { title: ' a ', content: '\n b \n' }));
    const [snippet = {}] = await list(w, as);
    same([snippet['title'], snippet['content']], ['a', 'b'], 'the texts');
  }),
  rule('SN-4', CREATE, 'Both texts are required, and not blank.', async (w) => {
    const as = await w.user();
    lacking(await create(w, as, { title: 'x' }), 'content');
    lacking(await create(w, as, { content: 'x' }), 'title');
    refused(await create(w, as, { title: ' ', content: 'x' }));
    refused(await create(w, as, { title: 'x', content: '' }));
  }),
  rule('SN-5', CREATE, 'A title of 61 or a content of 10,001 characters is refused, not cut.', async (w) => {
    const as = await w.user();
    refused(await create(w, as, { title: 't'.repeat(61), content: 'x' }));
    refused(await create(w, as, { title: 'x', content: 'c'.repeat(10_001) }));
    success(await create(w, as, { title: 't'.repeat(60), content: 'c'.repeat(10_000) }));
  }),
  rule('SN-6', CREATE, 'Titles may repeat, and the oldest snippet is listed first.', async (w) => {
    const { as } = await withSnippet(w);
    success(await create(w, as, { title: 'Greeting', content: 'Hi' }));
    same(
      (await list(w, as)).map(({ content }) => content),
      ['Hello', 'Hi'],
      'the contents',
    );
  }),
  rule('SN-7', CREATE, 'The event has the snippet and goes to the user alone.', async (w) => {
    const as = await w.user();
    const others = await w.listen(await w.owner(), {
      event_types: ['saved_snippets'],
      fetch_event_types: [],
    });
    const events = await during(w, as, ['saved_snippets'], async () =>
      success(await create(w, as, { title: 'x', content: 'y' })),
    );
    const [saved_snippet] = await list(w, as);
    same(events, [{ type: 'saved_snippets', op: 'add', saved_snippet }], 'the events');
    same(await others.events(), [], 'the events of somebody else');
  }),
  rule('SN-8', CREATE, 'A registration shows the snippets.', async (w) => {
    const { as } = await withSnippet(w);
    same((await stateOf(w, as, 'saved_snippets')).at('saved_snippets'), await list(w, as), 'the snippets');
  }),
  rule('SN-9', EDIT, 'Passed fields change, trimmed, and the event has the whole snippet.', async (w) => {
    const { as, id } = await withSnippet(w);
    const events = await during(w, as, ['saved_snippets'], async () =>
      plain(await edit(w, as, id, { title: ' Hi ' })),
    );
    const [saved_snippet = {}] = await list(w, as);
    same([saved_snippet['title'], saved_snippet['content']], ['Hi', 'Hello'], 'the texts');
    same(events, [{ type: 'saved_snippets', op: 'update', saved_snippet }], 'the events');
  }),
  rule('SN-10', EDIT, 'Texts that are blank or too long are refused.', async (w) => {
    const { as, id } = await withSnippet(w);
    for (const form of [{ title: ' ' }, { content: '' }, { title: 't'.repeat(61) }])
      refused(await edit(w, as, id, form));
    same((await list(w, as))[0]?.['title'], 'Greeting', 'the title afterwards');
  }),
  rule('SN-11', EDIT, 'A snippet that the user has not is not found.', async (w) => {
    const { id } = await withSnippet(w);
    missing(await edit(w, await w.owner(), id, { title: 'x' }));
    missing(await edit(w, await w.owner(), 999_999_999, { title: 'x' }));
  }),
  rule(
    'SN-12',
    EDIT,
    'An edit of nothing succeeds even for an unknown snippet, without an event.',
    async (w) => {
      const as = await w.user();
      const events = await during(w, as, ['saved_snippets'], async () =>
        plain(await edit(w, as, 999_999_999, {})),
      );
      same(events, [], 'the events');
    },
  ),
  rule('SN-13', DELETE, 'A snippet goes away with an event, and is not found the second time.', async (w) => {
    const { as, id } = await withSnippet(w);
    const events = await during(w, as, ['saved_snippets'], async () =>
      plain(await w.ask('DELETE', `/saved_snippets/${id}`, { as })),
    );
    same(events, [{ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }], 'the events');
    missing(await w.ask('DELETE', `/saved_snippets/${id}`, { as }));
  }),
  rule('SN-14', DELETE, 'The snippet of another user is not found.', async (w) => {
    const { as, id } = await withSnippet(w);
    missing(await w.ask('DELETE', `/saved_snippets/${id}`, { as: await w.owner() }));
    same((await list(w, as)).length, 1, 'the number of snippets');
  }),
];
