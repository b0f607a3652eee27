import { formPage, type Form } from '../../html/form.ts';
import { shown } from '../../html/shown.ts';
import type { Page } from '../../http/page.ts';
import { emailInput, lookIntoMailbox } from '../../joining/pages/join.ts';
import { limitForms, limitLetters } from '../../joining/limits.ts';
import { realmAt } from '../../joining/realm-at.ts';
import { needMail } from '../../mail/post-letter.ts';
import { isEmailAddress } from '../../people/address.ts';
import type { RealmRow } from '../../realm/realm.ts';
import { askForReset } from '../ask-for-reset.ts';

const PATH = '/reset-password';

/** Where somebody goes who has forgotten the password. */
export const askForResetPage: Page = {
  path: PATH,
  handle: shown(async (world, request) => {
    const realm = await realmAt(world, request);
    needMail(world);
    return formPage(formFor(realm, undefined));
  }),
};

export const askForResetForm: Page = {
  path: PATH,
  method: 'POST',
  handle: shown(async (world, request) => {
    limitForms(world, request.address);
    const realm = await realmAt(world, request);
    needMail(world);
    const email = (request.fields.body.get('email') ?? '').trim();
    if (!isEmailAddress(email)) return formPage(formFor(realm, email), 'That is not an e-mail address.');
    limitLetters(world, request.address, email);
    await world.write(realm.id, (tx) => askForReset(tx, world, realm, email));
    return lookIntoMailbox();
  }),
};

const formFor = (realm: RealmRow, email: string | undefined): Form => ({
  title: 'Choose a new password',
  text: `A letter to the address of your account at ${realm.name} will lead you on.`,
  inputs: [emailInput(email)],
  button: 'Send me the letter',
});
