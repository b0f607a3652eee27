import { ApiError, badRequest } from '../../../engine/api-error.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import { formPage, type Form } from '../../../http/html/form.ts';
import type { Page } from '../../../http/page.ts';
import { realmAt } from '../../joining/entry.ts';
import { limitForms } from '../../joining/limits.ts';
import { secondStepExpired } from '../../second-steps/errors.ts';
import { finishLogin } from '../../second-steps/finish-log-in.ts';
import { findWaiting } from '../../second-steps/waiting-logins.ts';
import { endSignOn } from '../end-sign-on.ts';
import { secondStepPath } from '../methods.ts';

const PATH = secondStepPath(':state');

const FORM: Form = {
  title: 'Second step',
  text: 'Enter the code that your authenticator app shows, or a recovery code.',
  inputs: [{ name: 'code', label: 'Code', type: 'text', autocomplete: 'one-time-code', maxLength: 40 }],
  button: 'Log in',
};

const page: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const realm = await realmAt(world, request);
    if ((await findWaiting(world, realm.id, request.pathParameters['state'] ?? '')) === undefined)
      throw secondStepExpired();
    return formPage(FORM);
  }),
};

const form: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    // A foreign page that sends the form must not log its visitor in.
    if (request.fetchSite !== 'same-origin')
      throw badRequest('Open the link in your browser, and enter the code there.');
    limitForms(world, request.address);
    const realm = await realmAt(world, request);
    const given = {
      state: request.pathParameters['state'] ?? '',
      code: request.fields.body.get('code') ?? '',
    };
    try {
      return await finishLogin(world, request.address, realm, given, (tx, login) =>
        endSignOn(tx, world, request, realm, login),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'SECOND_STEP_FAILED') throw error;
      return formPage(FORM, error.message);
    }
  }),
};

/** The pages of the second step after single sign-on, for browsers and for apps that open one. */
export const secondStepForms: readonly Page[] = [page, form];
