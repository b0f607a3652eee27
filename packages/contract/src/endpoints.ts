import type { Endpoint } from './endpoint.ts';
import { createDrafts, deleteDraft, editDraft, getDrafts } from './endpoints/drafts.ts';

/** Every operation of the API, in the order of the documentation. */
export const endpoints: readonly Endpoint[] = [getDrafts, createDrafts, editDraft, deleteDraft];
