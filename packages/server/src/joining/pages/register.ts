import { formPage, type Form } from '../../html/form.ts';
import { shown } from '../../html/shown.ts';
import type { Incoming } from '../../http/lifecycle.ts';
import type { Page } from '../../http/page.ts';
import { badRequest, Problem } from '../../problem.ts';
import type { RealmRow } from '../../realm/realm.ts';
import { isOpen, realmSettingsOf } from '../../realm/settings.ts';
import type { World } from '../../world.ts';
import { limitForms } from '../limits.ts';
import { realmAt } from '../realm-at.ts';
import { emailInput, lookIntoMailbox, requestConfirmation } from './join.ts';

const PATH = '/register';

/** Where people join without an invitation, if the organization wants that. */
export const registerPage: Page = {
  path: PATH,
  handle: shown(async (world, request) => formPage(formFor(await arrive(world, request), undefined))),
};

export const registerForm: Page = {
  path: PATH,
  method: 'POST',
  handle: shown(async (world, request) => {
    limitForms(world, request.address);
    const realm = await arrive(world, request);
    const email = (request.fields.body.get('email') ?? '').trim();
    try {
      await requestConfirmation(world, request, realm, email, undefined);
      return lookIntoMailbox();
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      return formPage(formFor(realm, email), error.message);
    }
  }),
};

const arrive = async (world: World, request: Incoming): Promise<RealmRow> => {
  const realm = await realmAt(world, request);
  if (realmSettingsOf(realm).invite_required || !isOpen('Email', realm))
    throw badRequest('An invitation is needed to join this organization.');
  return realm;
};

const formFor = (realm: RealmRow, email: string | undefined): Form => ({
  title: `Join ${realm.name}`,
  text: 'A letter to your address will lead you on.',
  inputs: [emailInput(email)],
  button: 'Send me the letter',
});
