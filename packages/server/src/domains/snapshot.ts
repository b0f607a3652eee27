import type { ReadState } from '../queues/snapshot.ts';
import { listDomains } from './queries.ts';

export const realmDomainsState: ReadState<'realm_domains'> = async ({ reader, realm }) => ({
  realm_domains: await listDomains(reader, realm.id),
});
