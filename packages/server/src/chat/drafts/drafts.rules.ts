import { items, lacking, missing, plain, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft, draft, draftOf, during } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const CREATE = 'create-drafts';
const LIST = 'get-drafts';
const DELETE = 'delete-draft';

async function create(w: World, ...drafts: readonly unknown[]) {
  return w.ask('POST', '/drafts', { as: await w.owner(), form: { drafts } });
}

export const draftRules: readonly Rule[] = [
  rule(
    'DRF-38',
    LIST,
    'Drafts are listed with their number, the one edited longest ago first.',
    async (w) => {
      const as = await w.user();
      const young = await addDraft(w, as, { timestamp: 1_600_000_000 });
      const old = await addDraft(w, as, { timestamp: 1_500_000_000 });
      const answer = success(await w.ask('GET', '/drafts', { as }));
      same(answer.at('count'), 2, 'count');
      same(
        items(answer, 'drafts').map(({ id }) => id),
        [old, young],
        'the order',
      );
    },
  ),
  rule('DRF-39', LIST, 'Unknown parameters are reported when drafts are listed.', async (w) => {
    const answer = success(await w.ask('GET', '/drafts', { as: await w.owner(), query: { zeta: 1 } }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('DRF-40', LIST, 'The drafts of another user are not visible.', async (w) => {
    const [as, other] = [await w.owner(), await w.user({ role: 100 })];
    await addDraft(w, as);
    same(success(await w.ask('GET', '/drafts', { as: other })).at('drafts'), [], 'the drafts');
  }),
  rule(
    'DRF-41',
    CREATE,
    'Several drafts are stored at once and answered with their ids in the same order.',
    async (w) => {
      const answer = success(await create(w, draft({ content: 'one' }), draft({ content: 'two' })));
      const ids = answer.at('ids') as number[];
      const as = await w.owner();
      same(
        [(await draftOf(w, as, ids[0] ?? 0))?.['content'], (await draftOf(w, as, ids[1] ?? 0))?.['content']],
        ['one', 'two'],
        'the contents',
      );
    },
  ),
  rule('DRF-42', CREATE, 'If one of several drafts is refused, none is stored.', async (w) => {
    const as = await w.user();
    refused(await w.ask('POST', '/drafts', { as, form: { drafts: [draft(), draft({ content: ' ' })] } }));
    same(success(await w.ask('GET', '/drafts', { as })).at('drafts'), [], 'the drafts');
  }),
  rule('DRF-43', CREATE, 'A single event reports all drafts of a request.', async (w) => {
    const as = await w.owner();
    const events = await during(w, as, ['drafts'], () =>
      create(w, draft({ timestamp: 5 }), draft({ timestamp: 6 })),
    );
    same(
      events.map(({ type, op, drafts }) => [type, op, (drafts as unknown[]).length]),
      [['drafts', 'add', 2]],
      'the events',
    );
  }),
  rule('DRF-44', CREATE, 'An empty list is accepted, and published.', async (w) => {
    const as = await w.owner();
    same(
      await during(w, as, ['drafts'], async () => success(await create(w))),
      [{ type: 'drafts', op: 'add', drafts: [] }],
      'the events',
    );
  }),
  rule('DRF-45', CREATE, 'The list of drafts is required.', async (w) => {
    lacking(await w.ask('POST', '/drafts', { as: await w.owner(), form: {} }), 'drafts');
  }),
  rule('DRF-46', DELETE, 'A draft can be deleted, with a plain answer and an event.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    const events = await during(w, as, ['drafts'], async () =>
      plain(await w.ask('DELETE', `/drafts/${id}`, { as })),
    );
    same(events, [{ type: 'drafts', op: 'remove', draft_id: id }], 'the events');
    same(await draftOf(w, as, id), undefined, 'the draft');
  }),
  rule('DRF-47', DELETE, 'A draft that is gone, or of another user, is not found.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    missing(await w.ask('DELETE', `/drafts/${id}`, { as: await w.user({ role: 100 }) }));
    plain(await w.ask('DELETE', `/drafts/${id}`, { as }));
    missing(await w.ask('DELETE', `/drafts/${id}`, { as }));
  }),
  rule('DRF-48', DELETE, 'Unknown parameters are reported when a draft is deleted.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    const answer = success(await w.ask('DELETE', `/drafts/${id}`, { as, form: { zeta: 1 } }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
];
