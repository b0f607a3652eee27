import { ApiError } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { deadEndPage } from '../../../http/html/document.ts';
import { type Form, formPage } from '../../../http/html/form.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import type { Page } from '../../../http/page.ts';
import { realmAt } from '../../joining/entry.ts';
import { limitForms } from '../../joining/limits.ts';
import { emailInput, checkYourMailbox } from '../../joining/pages/join.ts';
import { requestReset } from '../choose.ts';

const PATH = '/reset-password';
const WITHOUT_MAIL =
  'Ask an administrator: on the server, “parley user reset-password” makes a link for a new password.';

/** The page that requests a password-reset link. */
export const askForResetPage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => {
    const realm = await realmAt(world, request);
    return world.mailer === undefined
      ? deadEndPage(200, 'Forgotten password', `${realm.name} sends no mail. ${WITHOUT_MAIL}`)
      : formPage(formFor(realm, undefined));
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
      return formPage(formFor(await realmAt(world, request), email), error.message);
    }
    return checkYourMailbox();
  }),
};

function formFor(realm: RealmRow, email: string | undefined): Form {
  return {
    title: 'Choose a new password',
    text: `Enter the e-mail address of your account at ${realm.name} to get a link.`,
    inputs: [emailInput(email)],
    button: 'Send link',
  };
}
