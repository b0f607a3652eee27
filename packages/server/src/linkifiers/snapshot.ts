import type { ReadState } from '../queues/snapshot.ts';
import { understandsLinkifiers } from './fit.ts';
import { presentLinkifier } from './present.ts';
import { listLinkifiers } from './queries.ts';

export const realmLinkifiersState: ReadState<'realm_linkifiers'> = async ({ reader, realm, wishes }) => {
  if (!understandsLinkifiers(wishes)) return { realm_linkifiers: [] };
  const rows = await listLinkifiers(reader, realm.id);
  return { realm_linkifiers: rows.map(presentLinkifier) };
};
