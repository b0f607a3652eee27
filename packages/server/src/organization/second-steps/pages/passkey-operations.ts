import * as endpoints from '@parley/contract/endpoints/passkeys.ts';
import { authenticateWithLimit } from '../../../http/authenticate-request.ts';
import { browserOperation } from '../../../http/sessions/browser-operation.ts';
import { limitBy } from '../../../http/address-limits.ts';
import { networkOf } from '../../../http/network.ts';
import type { Page } from '../../../http/page.ts';
import { PER_ADDRESS } from '../../../http/rate-limits.ts';
import type { World } from '../../../http/world.ts';
import { realmAt } from '../../joining/entry.ts';
import { beginInBrowser } from '../../sessions/begin-with-cookie.ts';
import { addPasskey, startPasskey } from '../passkeys/add-passkey.ts';
import { logInWithPasskey, startPasskeyLogIn } from '../passkeys/log-in.ts';
import { requestFor, requestForStep } from '../passkeys/requests.ts';
import { change, recentOwner } from './change.ts';

/** Operations on passkeys of the own account, and those that log in with one. */
export const passkeyPages: readonly Page[] = [
  browserOperation(endpoints.startPasskey, async (world, request, proof) => ({
    result: {
      options: await change(world, request, proof, (tx, owner) => startPasskey(tx, world, owner, proof)),
    },
  })),
  browserOperation(endpoints.addPasskey, async (world, request, given) => {
    const owner = await recentOwner(world, request);
    return { result: await world.write(owner.realm.id, (tx) => addPasskey(tx, world, owner, given)) };
  }),
  browserOperation(endpoints.startPasskeyProof, async (world, request) => {
    const { realm, user, credential } = await authenticateWithLimit(world, request);
    const options = await requestFor(world, realm, user.id, { to: 'proof', session: credential.id });
    return { result: { options } };
  }),
  browserOperation(endpoints.startPasskeyLogIn, async (world, request) => {
    limitPasskeys(world, request.address);
    return { result: await startPasskeyLogIn(world, await realmAt(world, request)) };
  }),
  browserOperation(endpoints.logInWithPasskey, async (world, request, given) => {
    limitPasskeys(world, request.address);
    const realm = await realmAt(world, request);
    const proofs = { factor: 'passkey', secondStep: 'passkey' } as const;
    const { userId, begun } = await logInWithPasskey(world, request.address, realm, given, (tx, user) =>
      beginInBrowser(tx, world, request, user, proofs),
    );
    return { result: { user_id: userId }, cookie: begun };
  }),
  browserOperation(endpoints.startPasskeySecondStep, async (world, request, { state }) => {
    limitPasskeys(world, request.address);
    return { result: { options: await requestForStep(world, await realmAt(world, request), state) } };
  }),
];

/** As many as log-ins with passwords, because an office shares its address. */
function limitPasskeys(world: Pick<World, 'config' | 'limiter'>, address: string): void {
  limitBy(world, `passkey:${networkOf(address)}`, PER_ADDRESS);
}
