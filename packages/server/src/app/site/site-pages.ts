import type { Page } from '../../http/page.ts';
import { pathNotFound, type HttpResponse } from '../../http/response.ts';
import type { World } from '../../http/world.ts';
import { answerWith, type SiteFile } from './site-file.ts';

const MAX_SEARCH_CHARACTERS = 100;

/** A site of documentation below one path. */
export type PagedSite = {
  at(path: string): SiteFile | undefined | Promise<SiteFile | undefined>;
  search(term: string): Promise<SiteFile | undefined>;
};

/** The start, the search and the given routes of a site. */
export function sitePages(
  base: string,
  siteOf: (world: World) => PagedSite,
  routes: readonly string[],
): Page[] {
  const at = (path: string): Page => ({
    path,
    handle: async (world, { pathParameters, ifNoneMatch: knownTag }) => {
      const asked = path.replaceAll(/:(\w+)/g, (_, name: string) => pathParameters[name] ?? '');
      return answerOf(await siteOf(world).at(asked), knownTag);
    },
  });
  const search: Page = {
    path: `${base}/search`,
    handle: async (world, { fields, ifNoneMatch: knownTag }) => {
      const term = (fields.query.get('q') ?? '').trim().slice(0, MAX_SEARCH_CHARACTERS);
      return answerOf(await siteOf(world).search(term), knownTag);
    },
  };
  const withoutSlash: Page = {
    path: base,
    handle: async () => ({ status: 301, headers: { location: `${base}/` }, body: '' }),
  };
  return [withoutSlash, at(`${base}/`), search, ...routes.map((route) => at(`${base}/${route}`))];
}

function answerOf(file: SiteFile | undefined, knownTag: string | undefined): HttpResponse {
  return file === undefined ? pathNotFound() : answerWith(file, knownTag);
}
