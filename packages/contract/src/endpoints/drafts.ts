import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { draft, draftInput } from '../objects/draft.ts';
import { json, path } from '../parameter.ts';
import { integer, listUpTo } from '../primitives.ts';

export const getDrafts = endpoint({
  id: 'get-drafts',
  method: 'GET',
  path: '/drafts',
  tag: 'drafts',
  since: 87,
  summary: 'List your drafts',
  doc: 'All drafts of the caller, the one edited longest ago first.',
  result: { count: integer, drafts: z.array(draft) },
});

export const createDrafts = endpoint({
  id: 'create-drafts',
  method: 'POST',
  path: '/drafts',
  tag: 'drafts',
  since: 87,
  summary: 'Create drafts',
  doc: 'Stores several drafts at once, or none of them if one is not acceptable.',
  parameters: { drafts: json(listUpTo(draftInput, limits.drafts), 'The drafts to store, in any order.') },
  result: { ids: z.array(integer).describe('Ids of the new drafts, in the order of the request.') },
});

export const editDraft = endpoint({
  id: 'edit-draft',
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  tag: 'drafts',
  since: 87,
  summary: 'Edit a draft',
  doc: 'Replaces the whole draft. The change reaches the other clients of the caller as a `drafts` event.',
  missingIs404: true,
  parameters: {
    draft_id: path(integer, 'The draft to replace.'),
    draft: json(draftInput, 'The new draft. Without `timestamp` the time of the edit is now.'),
  },
});

export const deleteDraft = endpoint({
  id: 'delete-draft',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  tag: 'drafts',
  since: 87,
  summary: 'Delete a draft',
  doc: 'Removes one draft of the caller.',
  missingIs404: true,
  parameters: { draft_id: path(integer, 'The draft to delete.') },
});
