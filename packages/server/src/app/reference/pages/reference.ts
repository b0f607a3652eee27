import { pathNotFound, type HttpResponse } from '../../../http/response.ts';
import type { Page } from '../../../http/page.ts';
import { createSite, type SiteFile, type Site } from '../site.ts';

/** Allows nothing inline and nothing from other hosts; requests go to this server only. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const MAX_SEARCH_CHARACTERS = 100;

let site: Site | undefined;

function cachedSite(): Site {
  return (site ??= createSite());
}

function at(path: string, pathOf: (inPath: Readonly<Record<string, string>>) => string = () => path): Page {
  return {
    path,
    handle: async (_world, { pathParameters: inPath, ifNoneMatch: knownTag }) => {
      const file = cachedSite().at(pathOf(inPath));
      return file === undefined ? pathNotFound() : answerWith(file, knownTag);
    },
  };
}

function answerWith({ type, body, tag }: SiteFile, knownTag: string | undefined): HttpResponse {
  const headers = {
    'content-type': type,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    // Browsers revalidate on each use and get a 304 while the page is unchanged.
    'cache-control': 'public, no-cache',
    etag: tag,
  };
  return knownTag === tag ? { status: 304, headers, body: '' } : { status: 200, headers, body };
}

const search: Page = {
  path: '/api/search',
  handle: async (_world, { fields, ifNoneMatch: knownTag }) =>
    answerWith(
      cachedSite().search((fields.query.get('q') ?? '').trim().slice(0, MAX_SEARCH_CHARACTERS)),
      knownTag,
    ),
};

const withoutSlash: Page = {
  path: '/api',
  handle: async () => ({ status: 301, headers: { location: '/api/' }, body: '' }),
};

/** The API reference. */
export const referencePages: readonly Page[] = [
  withoutSlash,
  at('/api/'),
  search,
  at('/api/:page', ({ page }) => `/api/${page}`),
  at('/api/events/:type', ({ type }) => `/api/events/${type}`),
  at('/api/integrations/:name', ({ name }) => `/api/integrations/${name}`),
  at('/api/objects/:name', ({ name }) => `/api/objects/${name}`),
];
