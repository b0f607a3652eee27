import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** Personal objects of a user: drafts, snippets, views. */
export async function personal({ show, refuse, amara, jonas }: Recorder): Promise<void> {
  const { ids } = await show(api.createDrafts, amara, {
    drafts: [
      { type: 'private', to: [jonas.id], topic: '', content: 'Did the dome survive the storm?' },
      { type: '', to: [], topic: '', content: 'Things to say at the spring meeting' },
    ],
  });
  const [draft_id = 0, other = 0] = ids;
  await show(api.editDraft, amara, {
    draft_id,
    draft: { type: 'private', to: [jonas.id], topic: '', content: 'Did the **old** dome survive the storm?' },
  });
  await show(api.getDrafts, amara, {});
  await show(api.deleteDraft, amara, { draft_id: other });
  await refuse('BAD_REQUEST', api.deleteDraft, amara, { draft_id: other });

  const snippet = await show(api.createSavedSnippet, amara, {
    title: 'Clear night',
    content: 'The sky is clear: the dome opens at **dusk**.',
  });
  await show(api.editSavedSnippet, amara, {
    saved_snippet_id: snippet.saved_snippet_id,
    title: 'Clear sky',
  });
  await show(api.getSavedSnippets, amara, {});
  await show(api.deleteSavedSnippet, amara, { saved_snippet_id: snippet.saved_snippet_id });

  await show(api.addNavigationView, amara, {
    fragment: 'narrow/search/nova',
    is_pinned: true,
    name: 'Novae',
  });
  await show(api.editNavigationView, amara, { fragment: 'narrow/search/nova', name: 'New stars' });
  await show(api.getNavigationViews, amara, {});
  await show(api.removeNavigationView, amara, { fragment: 'narrow/search/nova' });
}
