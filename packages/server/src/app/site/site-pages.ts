import type { Page } from '../../http/page.ts';
import { pathNotFound } from '../../http/response.ts';
import { answerWith, type SiteFile } from './site-file.ts';

const MAX_SEARCH_CHARACTERS = 100;

/** A site of documentation below one path. */
export type PagedSite = {
  at(path: string): SiteFile | undefined;
  search(term: string): SiteFile | Promise<SiteFile>;
};

/** The start, the search and the given routes of a site, which is created on the first request. */
export function sitePages(base: string, create: () => PagedSite, routes: readonly string[]): Page[] {
  let site: PagedSite | undefined;
  const open = (): PagedSite => (site ??= create());
  const at = (path: string): Page => ({
    path,
    handle: async (_world, { pathParameters, ifNoneMatch: knownTag }) => {
      const file = open().at(path.replaceAll(/:(\w+)/g, (_, name: string) => pathParameters[name] ?? ''));
      return file === undefined ? pathNotFound() : answerWith(file, knownTag);
    },
  });
  const search: Page = {
    path: `${base}/search`,
    handle: async (_world, { fields, ifNoneMatch: knownTag }) => {
      const term = (fields.query.get('q') ?? '').trim().slice(0, MAX_SEARCH_CHARACTERS);
      return answerWith(await open().search(term), knownTag);
    },
  };
  const withoutSlash: Page = {
    path: base,
    handle: async () => ({ status: 301, headers: { location: `${base}/` }, body: '' }),
  };
  return [withoutSlash, at(`${base}/`), search, ...routes.map((route) => at(`${base}/${route}`))];
}
