import { msg } from '@parley/contract/words/words.ts';
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

const TEXTS: Readonly<Record<UnsubscribeType, { readonly before: string; readonly after: string }>> = {
  missed_messages: {
    before: msg('You will get no more e-mails about messages from {name}.'),
    after: msg('You get no more e-mails about messages from {name}.'),
  },
  digest: {
    before: msg('You will get no more digests from {name}.'),
    after: msg('You get no more digests from {name}.'),
  },
  login: {
    before: msg('You will get no more e-mails about log-ins from {name}.'),
    after: msg('You get no more e-mails about log-ins from {name}.'),
  },
  marketing: {
    before: msg('You will get no more news about the product from {name}.'),
    after: msg('You get no more news about the product from {name}.'),
  },
};

/** The page behind the link. Unsubscribing needs a POST, so link scanners in mail systems change nothing. */
export const unsubscribePage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => {
    const { type, realm } = await arrive(world, request);
    const { t } = request.words;
    return formPage(request.words, {
      title: t('Stop these e-mails'),
      text: t(TEXTS[type].before, { name: realm.name }),
      inputs: [],
      button: t('Unsubscribe'),
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
    const { t } = request.words;
    const done = t(TEXTS[type].after, { name: realm.name });
    return noticePage(request.words, 200, {
      title: t('You are unsubscribed'),
      text: `${done} ${t('The notification settings switch them on again.')}`,
    });
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
