import type { Tx } from '../../../engine/db/tx.ts';
import { authenticateWithLimit } from '../../../http/authenticate-request.ts';
import type { Account } from '../../../http/accounts.ts';
import type { CredentialHeaders } from '../../../http/credentials.ts';
import type { World } from '../../../http/world.ts';
import { requireRecentLogin } from '../../credentials/recent-login.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import { withProofLimit } from '../finish-log-in.ts';
import type { GivenProof } from '../use-code.ts';

/** The caller, who logged in within the last hour. */
export async function recentOwner(world: World, request: CredentialHeaders): Promise<Account> {
  const account = await authenticateWithLimit(world, request);
  requireRecentLogin({ world, ...account });
  return account;
}

/** Changes second steps of the caller, who logged in lately and proves one that there is. */
export async function change<T>(
  world: World,
  request: IncomingRequest,
  proof: GivenProof,
  work: (tx: Tx, owner: Account) => Promise<T>,
): Promise<T> {
  const owner = await recentOwner(world, request);
  const { realm, user } = owner;
  const attempt = { world, address: request.address, realm, userId: user.id };
  return withProofLimit(attempt, proof, () => world.write(realm.id, (tx) => work(tx, owner)));
}
