import { holds, lacking, missing, plain, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft, draft, draftOf, during, editDraft } from '@parley/rules/steps/common.ts';

const EDIT = 'edit-draft';

/** An edit that must be refused and leave the draft as it was. */
function refusedEdit(
  id: string,
  sentence: string,
  ...changes: readonly Readonly<Record<string, unknown>>[]
): Rule {
  return rule(id, EDIT, sentence, async (w) => {
    const as = await w.owner();
    const draftId = await addDraft(w, as, { content: 'before' });
    for (const change of changes) refused(await editDraft(w, as, draftId, change));
    same((await draftOf(w, as, draftId))?.['content'], 'before', 'the content');
  });
}

export const editDraftRules: readonly Rule[] = [
  rule('DRF-1', EDIT, 'A valid object replaces the draft, with a plain answer.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { content: 'after', timestamp: 1_595_479_019 }));
    same(
      await draftOf(w, as, id),
      { id, ...draft({ content: 'after', timestamp: 1_595_479_019 }) },
      'the draft',
    );
  }),
  rule(
    'DRF-2',
    EDIT,
    'The change reaches all clients of the user as one event with the whole draft.',
    async (w) => {
      const as = await w.owner();
      const id = await addDraft(w, as);
      const events = await during(w, as, ['drafts'], () =>
        editDraft(w, as, id, { content: 'after', timestamp: 5 }),
      );
      same(
        events,
        [{ type: 'drafts', op: 'update', draft: { id, ...draft({ content: 'after', timestamp: 5 }) } }],
        'the events',
      );
    },
  ),
  rule('DRF-3', EDIT, 'No other user receives the event.', async (w) => {
    const [as, other] = [await w.owner(), await w.user({ role: 100 })];
    const id = await addDraft(w, as);
    same(await during(w, other, ['drafts'], () => editDraft(w, as, id)), [], 'the events of another owner');
  }),
  rule(
    'DRF-4',
    EDIT,
    'A draft that does not exist is not found, with the code of a bad request.',
    async (w) => {
      missing(await editDraft(w, await w.owner(), 999_999_999));
    },
  ),
  rule('DRF-5', EDIT, 'The draft of another user is not found, and stays as it was.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as, { content: 'mine' });
    missing(await editDraft(w, await w.user({ role: 100 }), id, { content: 'yours' }));
    same((await draftOf(w, as, id))?.['content'], 'mine', 'the content');
  }),
  rule('DRF-6', EDIT, 'The draft of another organization is not found.', async (w) => {
    const other = await w.neighbour();
    const id = await addDraft(w, await w.owner());
    missing(await editDraft(other, await other.owner(), id));
  }),
  rule('DRF-7', EDIT, 'The parameter `draft` is required.', async (w) => {
    const as = await w.owner();
    lacking(await w.ask('PATCH', `/drafts/${await addDraft(w, as)}`, { as, form: {} }), 'draft');
  }),
  rule('DRF-8', EDIT, 'The parameter `draft` is JSON.', async (w) => {
    const as = await w.owner();
    refused(await w.ask('PATCH', `/drafts/${await addDraft(w, as)}`, { as, form: { draft: 'no json' } }));
  }),
  rule('DRF-9', EDIT, 'The shape of the object is judged before the draft is looked for.', async (w) => {
    refused(await editDraft(w, await w.owner(), 999_999_999, { type: 'channel' }));
  }),
  rule('DRF-10', EDIT, 'The draft is looked for before its recipients are judged.', async (w) => {
    missing(await editDraft(w, await w.owner(), 999_999_999, { type: 'stream', to: [] }));
  }),
  refusedEdit('DRF-11', 'A blank content is refused.', { content: '' }, { content: '  \n ' }),
  refusedEdit('DRF-12', 'A null byte in the content is refused.', { content: 'a\0b' }),
  refusedEdit('DRF-13', 'A null byte in the topic of a channel draft is refused.', {
    type: 'stream',
    to: [1],
    topic: 'a\0b',
  }),
  refusedEdit(
    'DRF-14',
    'The types are the empty text, `stream` and `private`, not the modern words.',
    { type: 'channel' },
    { type: 'direct' },
    { type: 'Private' },
  ),
  refusedEdit(
    'DRF-15',
    'A channel draft has exactly one channel.',
    { type: 'stream', to: [] },
    { type: 'stream', to: [1, 2] },
  ),
  refusedEdit('DRF-16', 'A channel that the user cannot reach is refused.', {
    type: 'stream',
    to: [999_999_999],
  }),
  refusedEdit('DRF-17', 'A user who does not exist is refused.', { type: 'private', to: [999_999_999] }),
  refusedEdit('DRF-18', 'A stray `id` in the object is refused.', { id: 1 }),
  refusedEdit('DRF-19', 'A negative time is refused.', { timestamp: -1 }),
  refusedEdit(
    'DRF-20',
    'Every part has its type.',
    { to: ['1'] },
    { to: 1 },
    { topic: 5 },
    { content: null },
    { timestamp: 'now' },
  ),
  rule('DRF-21', EDIT, 'A missing part is refused: type, recipients, topic and content.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    for (const name of ['type', 'to', 'topic', 'content']) {
      const { [name]: _, ...rest } = draft();
      refused(await w.ask('PATCH', `/drafts/${id}`, { as, form: { draft: rest } }));
    }
  }),
  rule('DRF-22', EDIT, 'A deactivated user cannot be a recipient.', async (w) => {
    const [as, gone] = [await w.owner(), await w.user()];
    const id = await addDraft(w, as);
    success(await w.ask('DELETE', `/users/${gone.id}`, { as }));
    refused(await editDraft(w, as, id, { type: 'private', to: [gone.id] }));
  }),
  rule('DRF-23', EDIT, 'A user of another organization cannot be a recipient.', async (w) => {
    const foreign = await (await w.neighbour()).owner();
    const as = await w.owner();
    refused(await editDraft(w, as, await addDraft(w, as), { type: 'private', to: [foreign.id] }));
  }),
  rule('DRF-24', EDIT, 'A content that is too long is cut, with a note at its end.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { content: 'x'.repeat(10_001) }));
    same((await draftOf(w, as, id))?.['content'], `${'x'.repeat(9980)}\n[message truncated]`, 'the content');
  }),
  rule(
    'DRF-25',
    EDIT,
    'A content of the largest length is kept whole, counted in code points.',
    async (w) => {
      const as = await w.owner();
      const id = await addDraft(w, as);
      const content = '👋'.repeat(10_000);
      plain(await editDraft(w, as, id, { content }));
      same((await draftOf(w, as, id))?.['content'], content, 'the content');
    },
  ),
  rule('DRF-26', EDIT, 'Spaces around the content are removed.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { content: '  padded \n' }));
    same((await draftOf(w, as, id))?.['content'], 'padded', 'the content');
  }),
  rule('DRF-27', EDIT, 'A direct draft without recipients becomes unaddressed.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { type: 'private', to: [] }));
    same((await draftOf(w, as, id))?.['type'], '', 'the type');
  }),
  rule(
    'DRF-28',
    EDIT,
    'A direct draft lists the other participants by ascending id, without the writer.',
    async (w) => {
      const [as, a, b] = [await w.owner(), await w.user(), await w.user()];
      const id = await addDraft(w, as);
      plain(
        await editDraft(w, as, id, {
          type: 'private',
          to: [Math.max(a.id, b.id), as.id, Math.min(a.id, b.id)],
        }),
      );
      const { type, to } = (await draftOf(w, as, id)) ?? {};
      same([type, to], ['private', [a.id, b.id].toSorted((x, y) => x - y)], 'type and recipients');
    },
  ),
  rule('DRF-29', EDIT, 'A note to oneself lists oneself.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { type: 'private', to: [as.id] }));
    same((await draftOf(w, as, id))?.['to'], [as.id], 'the recipients');
  }),
  rule('DRF-30', EDIT, 'Only channel drafts keep a topic.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { topic: 'lunch' }));
    same((await draftOf(w, as, id))?.['topic'], '', 'the topic');
  }),
  rule('DRF-31', EDIT, 'Recipients of an unaddressed draft are ignored.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { to: [as.id] }));
    same((await draftOf(w, as, id))?.['to'], [], 'the recipients');
  }),
  rule('DRF-32', EDIT, 'A time with a fraction is read back as whole seconds.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    plain(await editDraft(w, as, id, { timestamp: 1_595_479_019.4 }));
    same((await draftOf(w, as, id))?.['timestamp'], 1_595_479_019, 'the timestamp');
  }),
  rule('DRF-33', EDIT, 'Without a time, or with null, the edit happened now.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as, { timestamp: 5 });
    for (const change of [{}, { timestamp: null }]) {
      plain(await editDraft(w, as, id, change));
      const age = Date.now() / 1000 - Number((await draftOf(w, as, id))?.['timestamp']);
      holds(age > -5 && age < 60, 'a time of just now', `${age} seconds ago`);
    }
  }),
  rule('DRF-34', EDIT, 'Unknown parameters are reported.', async (w) => {
    const as = await w.owner();
    const id = await addDraft(w, as);
    const answer = success(await w.ask('PATCH', `/drafts/${id}`, { as, form: { draft: draft(), zeta: 1 } }));
    same(answer.at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('DRF-35', EDIT, 'Without synchronization of drafts every draft operation is refused.', async (w) => {
    const as = await w.user();
    const id = await addDraft(w, as);
    plain(await w.ask('PATCH', '/settings', { as, form: { enable_drafts_synchronization: false } }));
    refused(await editDraft(w, as, id));
    refused(await w.ask('GET', '/drafts', { as }));
    refused(await w.ask('POST', '/drafts', { as, form: { drafts: [] } }));
    refused(await w.ask('DELETE', `/drafts/${id}`, { as }));
  }),
  rule('DRF-36', EDIT, 'Whether drafts are synchronized is asked before the parameters.', async (w) => {
    const as = await w.user();
    plain(await w.ask('PATCH', '/settings', { as, form: { enable_drafts_synchronization: false } }));
    refused(await w.ask('PATCH', '/drafts/1', { as, form: {} }));
  }),
  rule(
    'DRF-37',
    EDIT,
    'Switching synchronization off deletes the stored drafts, without events of their own.',
    async (w) => {
      const as = await w.user();
      await addDraft(w, as);
      const off = () => w.ask('PATCH', '/settings', { as, form: { enable_drafts_synchronization: false } });
      same(await during(w, as, ['drafts'], off), [], 'the events');
      plain(await w.ask('PATCH', '/settings', { as, form: { enable_drafts_synchronization: true } }));
      same(success(await w.ask('GET', '/drafts', { as })).at('drafts'), [], 'the drafts');
    },
  ),
];
