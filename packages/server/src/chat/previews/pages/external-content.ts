import { type ApiError, notFound } from '../../../engine/api-error.ts';
import { q } from '../../../engine/db/sql.ts';
import { subdomainOf } from '../../../engine/hosts.ts';
import type { Page } from '../../../http/page.ts';
import { EXTERNAL_CONTENT, readExternalContentPath } from '../signature.ts';

const CACHE_SECONDS = 24 * 3600;

/** Serves a medium of another site. The signature is the permission: only rendered messages contain such addresses. */
export const externalContentPage: Page = {
  path: `${EXTERNAL_CONTENT}/:digest/:hex`,
  limit: 'asset',
  handle: async (world, { host, pathParameters, range }) => {
    const { digest = '', hex = '' } = pathParameters;
    const url = readExternalContentPath(world.sealer, digest, hex);
    if (url === undefined || !world.config.previews.pictureProxy) throw noSuchContent();
    const realm = await world.pool.first(
      q
        .selectFrom('realm')
        .select(['id', 'deactivated_at'])
        .where('subdomain', '=', subdomainOf(world.config.hosts, host)),
    );
    if (realm?.deactivated_at !== null) throw noSuchContent();
    const content = await world.externalContents.load(realm.id, url, validRange(range));
    if (content === undefined) throw noSuchContent();
    return {
      status: content.range === undefined ? 200 : 206,
      headers: {
        'content-type': content.type,
        'content-length': String(content.length),
        ...(content.range === undefined ? {} : { 'content-range': content.range }),
        ...(content.body instanceof Buffer ? {} : { 'accept-ranges': 'bytes' }),
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
        'cache-control': `public, max-age=${CACHE_SECONDS}`,
        expires: '',
        vary: 'Range',
      },
      body: content.body,
    };
  },
};

/** One range; other headers are not passed on. */
function validRange(range: string | undefined): string | undefined {
  return /^bytes=\d{0,15}-\d{0,15}$/.test(range ?? '') ? range : undefined;
}

/** The same answer for every failure, so that it says nothing about hosts behind the server. */
function noSuchContent(): ApiError {
  return notFound('There is no such picture or video.');
}
