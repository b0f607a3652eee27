import type { RealmRow } from '../../../engine/db/realm.ts';
import type { World } from '../../../http/world.ts';
import { hostOfDocument } from './documents.ts';
import { clientAdded, isHostAllowed } from './rows.ts';

/** A program that asks for access. */
export type Client = {
  readonly clientId: string;
  readonly name: string;
  /** The host that vouches for it; undefined if an administrator added it. */
  readonly host: string | undefined;
  readonly redirectUris: readonly string[];
};

/** The reason why there is no such program, in words for those who make it. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  readonly problem: 'unknown_client' | 'host_not_allowed' | 'bad_document';

  constructor(problem: ClientError['problem'], message: string) {
    super(message);
    this.problem = problem;
  }
}

/** The program of an identifier. The document of a program is read only where an administrator allows its host. */
export async function findClient(world: World, realm: RealmRow, clientId: string): Promise<Client> {
  const added = await clientAdded(world.pool, realm.id, clientId);
  if (added !== undefined)
    return { clientId, name: added.name, host: undefined, redirectUris: added.redirect_uris };
  const host = hostOfDocument(world.config, clientId);
  if (host === undefined) throw new ClientError('unknown_client', 'No program has this client_id.');
  if (!(await isHostAllowed(world.pool, realm.id, host)))
    throw new ClientError('host_not_allowed', `Administrators do not allow programs of ${host}.`);
  const document = await world.clientDocuments.read(clientId);
  if (typeof document === 'string') throw new ClientError('bad_document', document);
  return { clientId, host, ...document };
}
