import { noSuchPath, type Answer } from '../../../http/answer.ts';
import type { Page } from '../../../http/page.ts';
import { createSite, type Sheet, type Site } from '../site.ts';

/** Nothing from elsewhere, nothing inline; requests only to this server. */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const MAX_ASKED = 100;

let site: Site | undefined;

function theSite(): Site {
  return (site ??= createSite());
}

function at(path: string, pathOf: (inPath: Readonly<Record<string, string>>) => string = () => path): Page {
  return {
    path,
    handle: async (_world, { inPath, knownTag }) => {
      const sheet = theSite().at(pathOf(inPath));
      return sheet === undefined ? noSuchPath() : answerWith(sheet, knownTag);
    },
  };
}

function answerWith({ type, body, tag }: Sheet, knownTag: string | undefined): Answer {
  const headers = {
    'content-type': type,
    'content-security-policy': POLICY,
    // Asked for again each time, and answered with nothing while it is the same.
    'cache-control': 'public, no-cache',
    etag: tag,
  };
  return knownTag === tag ? { status: 304, headers, body: '' } : { status: 200, headers, body };
}

const search: Page = {
  path: '/api/search',
  handle: async (_world, { fields, knownTag }) =>
    answerWith(theSite().search((fields.query.get('q') ?? '').trim().slice(0, MAX_ASKED)), knownTag),
};

const withoutSlash: Page = {
  path: '/api',
  handle: async () => ({ status: 301, headers: { location: '/api/' }, body: '' }),
};

/** The API reference, the same on every server. */
export const referencePages: readonly Page[] = [
  withoutSlash,
  at('/api/'),
  search,
  at('/api/:page', ({ page }) => `/api/${page}`),
  at('/api/events/:type', ({ type }) => `/api/events/${type}`),
  at('/api/objects/:name', ({ name }) => `/api/objects/${name}`),
];
