import { ApiError } from '../../../engine/api-error.ts';
import { noticePage } from '../../../http/html/document.ts';
import { type Form, formPage } from '../../../http/html/form.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import type { World } from '../../../http/world.ts';
import { findConfirmation } from '../../confirmations/confirmations.ts';
import { realmAt } from '../../joining/entry.ts';
import { limitForms } from '../../joining/limits.ts';
import { emailInput, PASSWORD } from '../../joining/pages/join.ts';
import { noSuchReset, resetPassword } from '../reset.ts';
import { checkProposedPassword } from '../../users/password-strength.ts';
import { hashPassword } from '../../users/passwords.ts';

const PATH = '/reset-password/:token';

/** The page behind a password-reset link. */
export const resetPage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => formPage(formFor((await arrive(world, request)).email))),
};

export const resetForm: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const { realm, token, email } = await arrive(world, request);
    const password = request.fields.body.get('password') ?? '';
    try {
      await checkProposedPassword(world, {
        share: { realmId: realm.id, userId: 0 },
        chosenFor: `address:${email.toLowerCase()}`,
        password,
        known: [email],
      });
      const hash = await hashPassword(password);
      await world.write(realm.id, (tx) => resetPassword(tx, token, hash, world.clock.now()));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return formPage(formFor(email), error.message);
    }
    return noticePage(200, 'Your password is changed', `Log in with ${email} and your new password.`);
  }),
};

async function arrive(world: World, request: IncomingRequest) {
  const realm = await realmAt(world, request);
  const token = request.pathParameters['token'] ?? '';
  const found = await findConfirmation(world.pool, realm.id, 'password', token, world.clock.now());
  if (found === undefined) throw noSuchReset();
  return { realm, token, email: found.email };
}

function formFor(email: string): Form {
  return {
    title: 'Choose a new password',
    text: 'From then on you log in with it.',
    inputs: [{ ...emailInput(email), isFixed: true }, PASSWORD],
    button: 'Change the password',
  };
}
