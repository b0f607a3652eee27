import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { savedSnippet } from '../objects/personal.ts';
import { optional, path, text } from '../parameter.ts';
import { integer, textUpTo } from '../primitives.ts';

const snippetId = { saved_snippet_id: path(integer, 'The snippet.') };
const content = text(textUpTo(limits.messageLength), 'The text. Not blank.');
const title = text(textUpTo(limits.savedSnippetTitleLength), 'Its title. Not blank; it need not be unique.');

export const getSavedSnippets = endpoint({
  id: 'get-saved-snippets',
  method: 'GET',
  path: '/saved_snippets',
  tag: 'saved-snippets',
  since: 297,
  summary: 'List your saved snippets',
  doc: 'The texts that the caller keeps for later use, the oldest first.',
  result: { saved_snippets: z.array(savedSnippet) },
});

export const createSavedSnippet = endpoint({
  id: 'create-saved-snippet',
  method: 'POST',
  path: '/saved_snippets',
  tag: 'saved-snippets',
  since: 297,
  summary: 'Create a saved snippet',
  doc: 'Keeps a text for later use.',
  parameters: { content, title },
  result: { saved_snippet_id: integer },
});

export const editSavedSnippet = endpoint({
  id: 'edit-saved-snippet',
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  tag: 'saved-snippets',
  since: 368,
  summary: 'Edit a saved snippet',
  doc: 'Changes what was given.',
  missingIs404: true,
  parameters: { ...snippetId, content: optional(content), title: optional(title) },
});

export const deleteSavedSnippet = endpoint({
  id: 'delete-saved-snippet',
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  tag: 'saved-snippets',
  since: 297,
  summary: 'Delete a saved snippet',
  doc: 'Removes one snippet of the caller.',
  missingIs404: true,
  parameters: snippetId,
});
