import type { Words } from '@parley/contract/words/words.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { noticePage } from '../../../http/html/document.ts';
import { type Form, formPage } from '../../../http/html/form.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import type { World } from '../../../http/world.ts';
import { limitForms } from '../../joining/limits.ts';
import { emailInput, passwordInput } from '../../joining/pages/join.ts';
import { arriveForReset, choosePassword, type Reset } from '../choose.ts';

const PATH = '/reset-password/:token';

/** The page behind a password-reset link. */
export const resetPage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) =>
    formPage(request.words, formFor(request.words, (await arrive(world, request)).email)),
  ),
};

export const resetForm: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const reset = await arrive(world, request);
    const { email } = reset;
    const password = request.fields.body.get('password') ?? '';
    try {
      await choosePassword(world, reset, password);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return formPage(request.words, formFor(request.words, email), error.message);
    }
    const { t } = request.words;
    return noticePage(request.words, 200, {
      title: t('Your password is changed'),
      text: t('Log in with {email} and your new password.', { email }),
    });
  }),
};

function arrive(world: World, request: IncomingRequest): Promise<Reset> {
  return arriveForReset(world, request, request.pathParameters['token'] ?? '');
}

function formFor(words: Words, email: string): Form {
  const { t } = words;
  return {
    title: t('Choose a new password'),
    text: t('From then on you log in with it.'),
    inputs: [{ ...emailInput(words, email), isFixed: true }, passwordInput(words)],
    button: t('Change the password'),
  };
}
