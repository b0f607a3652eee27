import { noticePage } from '../../../http/html/document.ts';
import { formPage } from '../../../http/html/form.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import type { World } from '../../../http/world.ts';
import { findConfirmation } from '../../confirmations/confirmations.ts';
import { confirmAddress, noSuchChange } from '../confirm.ts';
import { realmAt } from '../../joining/entry.ts';
import { limitForms } from '../../joining/limits.ts';

const PATH = '/confirm-address/:token';

/** The page behind the confirmation link. Confirming needs a POST, so link scanners in mail systems change nothing. */
export const confirmAddressPage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => {
    const { email } = await arrive(world, request);
    const { t } = request.words;
    return formPage(request.words, {
      title: t('Your new address'),
      text: t('From now on you log in with {email}.', { email }),
      inputs: [],
      button: t('Confirm'),
    });
  }),
};

export const confirmAddressForm: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const { realm, token, email } = await arrive(world, request);
    await world.write(realm.id, (tx) => confirmAddress(tx, world, token));
    const { t } = request.words;
    return noticePage(request.words, 200, {
      title: t('Your address is changed'),
      text: t('From now on you log in with {email}.', { email }),
    });
  }),
};

async function arrive(world: World, request: IncomingRequest) {
  const realm = await realmAt(world, request);
  const token = request.pathParameters['token'] ?? '';
  const found = await findConfirmation(world.pool, realm.id, 'address', token, world.clock.now());
  if (found === undefined) throw noSuchChange();
  return { realm, token, email: found.email };
}
