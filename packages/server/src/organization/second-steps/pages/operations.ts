import * as endpoints from '@parley/contract/endpoints/second-steps.ts';
import { authenticateWithLimit } from '../../../http/authenticate-request.ts';
import { browserOperation } from '../../../http/sessions/browser-operation.ts';
import type { Page } from '../../../http/page.ts';
import { realmAt } from '../../joining/entry.ts';
import { limitForms } from '../../joining/limits.ts';
import { beginInBrowser } from '../../sessions/begin-with-cookie.ts';
import {
  confirmAuthenticator,
  removeSecondStep,
  renewRecoveryCodes,
  startAuthenticator,
} from '../authenticators.ts';
import { secondStepExpired } from '../errors.ts';
import { finishLogin, withCodeLimit } from '../finish-log-in.ts';
import { presentSecondSteps } from '../present.ts';
import { finishSetUp, startSetUp } from '../set-up-at-login.ts';
import { change, recentOwner } from './change.ts';

/** Operations of a user on the second steps of the own account, and the one that logs in with them. */
export const secondStepPages: readonly Page[] = [
  browserOperation(endpoints.getSecondSteps, async (world, request) => {
    const { realm, user } = await authenticateWithLimit(world, request);
    return { result: await presentSecondSteps(world.pool, realm, user) };
  }),
  browserOperation(endpoints.startAuthenticator, async (world, request, given) => ({
    result: await change(world, request, given, (tx, owner) => startAuthenticator(tx, world, owner, given)),
  })),
  browserOperation(endpoints.confirmAuthenticator, async (world, request, { second_step_id: id, code }) => {
    const owner = await recentOwner(world, request);
    const { realm, user } = owner;
    const attempt = { world, address: request.address, realm, userId: user.id };
    const codes = await withCodeLimit(attempt, () =>
      world.write(realm.id, (tx) => confirmAuthenticator(tx, world, owner, { id, code })),
    );
    return { result: { recovery_codes: codes ?? null } };
  }),
  browserOperation(endpoints.removeSecondStep, async (world, request, given) => {
    await change(world, request, given, (tx, owner) => removeSecondStep(tx, world, owner, given));
    return { result: {} };
  }),
  browserOperation(endpoints.replaceRecoveryCodes, async (world, request, proof) => ({
    result: {
      recovery_codes: await change(world, request, proof, (tx, owner) =>
        renewRecoveryCodes(tx, world, owner, proof),
      ),
    },
  })),
  browserOperation(endpoints.passSecondStep, async (world, request, given) => {
    const realm = await realmAt(world, request);
    return finishLogin(world, request.address, realm, given, async (tx, { onward, user, ...proofs }) => {
      if (onward.to !== 'page') throw secondStepExpired();
      return {
        result: { user_id: user.id },
        cookie: await beginInBrowser(tx, world, request, user, proofs),
      };
    });
  }),
  browserOperation(endpoints.setUpSecondStep, async (world, request, { state }) => {
    limitForms(world, request.address);
    const { secret, url } = await startSetUp(world, await realmAt(world, request), state);
    return { result: { secret, url } };
  }),
  browserOperation(endpoints.finishSecondStepSetUp, async (world, request, given) => {
    const realm = await realmAt(world, request);
    const { codes, begun } = await finishSetUp(
      world,
      request.address,
      realm,
      given,
      async (tx, { onward, user, ...proofs }) => {
        if (onward.to !== 'page') throw secondStepExpired();
        return { userId: user.id, cookie: await beginInBrowser(tx, world, request, user, proofs) };
      },
    );
    return { result: { user_id: begun.userId, recovery_codes: [...codes] }, cookie: begun.cookie };
  }),
];
