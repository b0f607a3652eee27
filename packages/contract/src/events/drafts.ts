import * as z from 'zod';
import { event } from '../event.ts';
import { draft } from '../objects/draft.ts';
import { integer } from '../primitives.ts';

export const draftsAdd = event('drafts', 'add', { drafts: z.array(draft) }, 'Drafts were created.');
export const draftsUpdate = event('drafts', 'update', { draft }, 'A draft was replaced.');
export const draftsRemove = event('drafts', 'remove', { draft_id: integer }, 'A draft was deleted.');
