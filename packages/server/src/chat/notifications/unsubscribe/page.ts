import { notFound, type ApiError } from '../../../engine/api-error.ts';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import { noticePage } from '../../../http/html/document.ts';
import { formPage } from '../../../http/html/form.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import type { World } from '../../../http/world.ts';
import { realmAt } from '../../../organization/joining/entry.ts';
import { changeSetting } from '../../../organization/settings/change-setting.ts';
import { isUnsubscribeType, unsubscribeSettings, userOfKey, type UnsubscribeType } from './link.ts';

const PATH = '/accounts/unsubscribe/:type/:key';

const NAMES: Readonly<Record<UnsubscribeType, string>> = {
  missed_messages: 'e-mails about messages',
  digest: 'digests',
  login: 'e-mails about log-ins',
  marketing: 'news about the product',
};

/** The page behind the link. Unsubscribing needs a POST, so link scanners in mail systems change nothing. */
export const unsubscribePage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => {
    const { type, realm } = await arrive(world, request);
    return formPage({
      title: 'Stop these e-mails',
      text: `You will get no more ${NAMES[type]} from ${realm.name}.`,
      inputs: [],
      button: 'Unsubscribe',
    });
  }),
};

/** Mail programs post here without a page (RFC 8058). */
export const unsubscribeForm: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    const { type, realm, userId } = await arrive(world, request);
    await world.write(realm.id, (tx) => unsubscribe(tx, world, userId, type));
    return noticePage(
      200,
      'You are unsubscribed',
      `You get no more ${NAMES[type]} from ${realm.name}. The notification settings switch them on again.`,
    );
  }),
};

async function arrive(world: World, request: IncomingRequest) {
  const realm = await realmAt(world, request);
  const { type = '', key = '' } = request.pathParameters;
  const userId = isUnsubscribeType(type) ? userOfKey(world, realm.id, type, key) : undefined;
  if (!isUnsubscribeType(type) || userId === undefined) throw noSuchLink();
  return { realm, type, userId };
}

async function unsubscribe(tx: Tx, world: World, userId: number, type: UnsubscribeType): Promise<void> {
  const realm = await tx.first(q.selectFrom('realm').selectAll().where('id', '=', tx.realmId));
  const user = await tx.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', userId)
      .forUpdate(),
  );
  if (user === undefined || realm === undefined) throw noSuchLink();
  await changeSetting(tx, world, realm, user, { name: unsubscribeSettings[type], value: false });
}

function noSuchLink(): ApiError {
  return notFound('This link does not belong to an account.');
}
