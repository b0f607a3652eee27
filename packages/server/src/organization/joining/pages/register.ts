import type { Words } from '@parley/contract/words/words.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { type Form, formPage } from '../../../http/html/form.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import type { Page } from '../../../http/page.ts';
import { openRealmAt, requestConfirmation } from '../enter.ts';
import { limitForms } from '../limits.ts';
import { emailInput, checkYourMailbox } from './join.ts';

const PATH = '/register';

/** The page for joining without an invitation, if the organization allows it. */
export const registerPage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) =>
    formPage(request.words, formFor(request.words, await openRealmAt(world, request), undefined)),
  ),
};

export const registerForm: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const realm = await openRealmAt(world, request);
    const email = (request.fields.body.get('email') ?? '').trim();
    try {
      await requestConfirmation(world, request, realm, email, undefined);
      return checkYourMailbox(request.words);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return formPage(request.words, formFor(request.words, realm, email), error.message);
    }
  }),
};

function formFor(words: Words, realm: RealmRow, email: string | undefined): Form {
  const { t } = words;
  return {
    title: t('Join {name}', { name: realm.name }),
    text: t('Enter your e-mail address to get a link.'),
    inputs: [emailInput(words, email)],
    button: t('Send link'),
  };
}
