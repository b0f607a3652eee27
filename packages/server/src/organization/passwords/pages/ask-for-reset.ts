import type { Words } from '@parley/contract/words/words.ts';
import { ApiError } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { deadEndPage } from '../../../http/html/document.ts';
import { type Form, formPage } from '../../../http/html/form.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import type { HttpResponse } from '../../../http/response.ts';
import type { Page } from '../../../http/page.ts';
import { realmAt } from '../../joining/entry.ts';
import { limitForms } from '../../joining/limits.ts';
import { emailInput, checkYourMailbox } from '../../joining/pages/join.ts';
import { requestReset } from '../choose.ts';

const PATH = '/reset-password';

/** The page that requests a password-reset link. */
export const askForResetPage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => {
    const realm = await realmAt(world, request);
    return world.mailer === undefined
      ? withoutMail(request.words, realm)
      : formPage(request.words, formFor(request.words, realm, undefined));
  }),
};

export const askForResetForm: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const email = request.fields.body.get('email') ?? '';
    try {
      await requestReset(world, request, email);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400 || world.mailer === undefined) throw error;
      return formPage(
        request.words,
        formFor(request.words, await realmAt(world, request), email),
        error.message,
      );
    }
    return checkYourMailbox(request.words);
  }),
};

function withoutMail(words: Words, { name }: RealmRow): HttpResponse {
  const { t } = words;
  return deadEndPage(words, 200, {
    title: t('Forgotten password'),
    text: t(
      '{name} sends no mail. Ask an administrator: on the server, “parley user reset-password” makes a link for a new password.',
      { name },
    ),
  });
}

function formFor(words: Words, { name }: RealmRow, email: string | undefined): Form {
  const { t } = words;
  return {
    title: t('Choose a new password'),
    text: t('Enter the e-mail address of your account at {name} to get a link.', { name }),
    inputs: [emailInput(words, email)],
    button: t('Send link'),
  };
}
