import { pathNotFound } from '../../../http/response.ts';
import type { Page } from '../../../http/page.ts';
import { answerWith } from '../../site/site-file.ts';
import { createSite, type Site } from '../site.ts';

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
