import { q, type Reader } from '../db/sql.ts';
import type { LinkifierRow } from './present.ts';

/** The linkifiers of an organization in the order in which they are tried. */
export const listLinkifiers = (reader: Reader, realmId: number): Promise<LinkifierRow[]> =>
  reader.all(
    q
      .selectFrom('linkifier')
      .selectAll()
      .where('realm_id', '=', realmId)
      .orderBy('display_order')
      .orderBy('id'),
  );
