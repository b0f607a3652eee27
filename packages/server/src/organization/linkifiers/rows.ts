import type { Linkifier } from '@parley/contract/objects/linkifier.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { understandsLinkifiers } from './adapt.ts';

/** The linkifiers of an organization in the order in which they are tried. */
export function listLinkifiers(reader: Reader, realmId: number): Promise<LinkifierRow[]> {
  return reader.all(
    q
      .selectFrom('linkifier')
      .selectAll()
      .where('realm_id', '=', realmId)
      .orderBy('display_order')
      .orderBy('id'),
  );
}

export type LinkifierRow = Selectable<Schema['linkifier']>;

export function presentLinkifier(row: LinkifierRow): Linkifier {
  return {
    id: row.id,
    pattern: row.pattern,
    url_template: row.url_template,
    example_input: row.example_input,
    reverse_template: row.reverse_template,
    alternative_url_templates: row.alternative_url_templates,
  };
}

export const realmLinkifiersState: ReadState<'realm_linkifiers'> = async ({
  reader,
  realm,
  clientOptions,
}) => {
  if (!understandsLinkifiers(clientOptions)) return { realm_linkifiers: [] };
  const rows = await listLinkifiers(reader, realm.id);
  return { realm_linkifiers: rows.map(presentLinkifier) };
};
