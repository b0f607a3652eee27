import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { addOauthClient } from '@parley/contract/endpoints/oauth-clients.ts';
import { limits } from '@parley/contract/limits.ts';
import { randomBytes } from 'node:crypto';
import { badRequest, notFound } from '../../../engine/api-error.ts';
import { isUniqueViolation } from '../../../engine/db/errors.ts';
import { lockRealm } from '../../../engine/db/realm.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { endCredentials } from '../../credentials/end.ts';
import { redirectProblem } from '../redirect-uris.ts';
import { clientsOf } from './rows.ts';

type Wanted = ParametersOf<typeof addOauthClient>;
type Added = {
  readonly name: string;
  readonly client_id: string | null;
  readonly host: string | null;
  readonly redirect_uris: string[];
};

/** Adds a program, or a host whose programs users may allow. */
export async function addClient(tx: Tx, wanted: Wanted) {
  const added = addedBy(wanted);
  await lockRealm(tx);
  if ((await clientsOf(tx, tx.realmId)).length >= limits.oauthClients)
    throw badRequest(`An organization can have at most ${limits.oauthClients} programs and hosts.`);
  try {
    const row = await tx.first(
      q
        .insertInto('oauth_client')
        .values({ realm_id: tx.realmId, ...added })
        .returningAll(),
    );
    if (row === undefined) throw new Error('The program was not added.');
    tx.record({ action: 'program.added', object: { type: 'program', id: row.id }, after: added });
    return row;
  } catch (error) {
    if (isUniqueViolation(error, 'oauth_client_realm_id_host_key'))
      throw badRequest('The host is already allowed.');
    throw error;
  }
}

function addedBy({ host, name, redirect_uris }: Wanted): Added {
  if (host !== undefined) {
    if (name !== undefined || redirect_uris !== undefined)
      throw badRequest('Programs of a host describe themselves: add either a host or one program.');
    const exact = exactHost(host);
    return { name: exact, client_id: null, host: exact, redirect_uris: [] };
  }
  const called = name?.trim() ?? '';
  if (called === '' || redirect_uris === undefined)
    throw badRequest('A program needs a name and the addresses to which users return.');
  const problem = redirect_uris.map(redirectProblem).find((one) => one !== undefined);
  if (problem !== undefined) throw badRequest(problem);
  const client_id = `client-${randomBytes(12).toString('hex')}`;
  return { name: called, client_id, host: null, redirect_uris: [...new Set(redirect_uris)] };
}

/** The host as URLs name it: in lower case, with a port unless it is the usual one. */
function exactHost(text: string): string {
  const written = text.trim().toLowerCase();
  const url = URL.parse(`https://${written}`);
  if (url === null || url.host !== written)
    throw badRequest('Enter a host as in an address, such as assistant.example.');
  return url.host;
}

/** Removes a program or a host; what users allowed to it ends. */
export async function removeClient(tx: Tx, id: number): Promise<void> {
  await lockRealm(tx);
  const row = await tx.first(
    q.deleteFrom('oauth_client').where('realm_id', '=', tx.realmId).where('id', '=', id).returningAll(),
  );
  if (row === undefined) throw notFound(`There is no program ${id}.`);
  const { name, client_id, host, redirect_uris } = row;
  const column = client_id === null ? 'client_host' : 'client_id';
  const value = client_id ?? host ?? '';
  await tx.all(
    q.deleteFrom('authorization_code').where('realm_id', '=', tx.realmId).where(column, '=', value),
  );
  const grants = await tx.all(
    q
      .selectFrom('credential')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('kind', '=', 'grant')
      .where(sql.ref(column), '=', value),
  );
  tx.record({
    action: 'program.removed',
    object: { type: 'program', id },
    before: { name, client_id, host, redirect_uris },
  });
  await endCredentials(
    tx,
    grants.map((grant) => grant.id),
  );
}
