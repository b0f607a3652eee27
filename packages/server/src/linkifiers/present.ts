import type { Linkifier } from '@parley/contract/objects/linkifier.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type LinkifierRow = Selectable<Schema['linkifier']>;

export const presentLinkifier = (row: LinkifierRow): Linkifier => ({
  id: row.id,
  pattern: row.pattern,
  url_template: row.url_template,
  example_input: row.example_input,
  reverse_template: row.reverse_template,
  alternative_url_templates: row.alternative_url_templates,
});
