import { existsSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { HTML, siteFile, type SiteFile } from '../site/site-file.ts';
import { allFiles, filesOf, hrefOf, type Shelf } from './contents.ts';
import { readPage, type BookPage } from './read-page.ts';
import { searchBook, type BookMatch } from './search-book.ts';
import { pageView, searchView } from './views.ts';

/** A shelf of documentation of the version that runs. Pages are rendered on the first request and then cached. */
export type Book = {
  readonly paths: readonly string[];
  at(path: string): SiteFile | undefined;
  pageAt(path: string): BookPage | undefined;
  find(term: string): Promise<BookMatch[]>;
  search(term: string): Promise<SiteFile>;
};

/** The repository's `docs/`, which releases carry. */
export const DOCS = new URL('../../../../../docs/', import.meta.url);

export function createBook(shelf: Shelf, folder: URL = DOCS): Book {
  const isPresent = (file: string): boolean => existsSync(new URL(file, folder));
  const files = new Set(filesOf(shelf).filter(isPresent));
  const linkable = new Set(allFiles.filter(isPresent));
  const fileAt = new Map([...files].map((file) => [hrefOf(file), file]));
  const sources = new Map([...files].map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]));
  const pages = new Map<string, BookPage>();
  const rendered = new Map<string, SiteFile>();
  const pageOf = (file: string): BookPage => {
    const page = pages.get(file) ?? readPage(file, sources.get(file) ?? '', linkable);
    pages.set(file, page);
    return page;
  };
  // Titles need no rendering, so the navigation of the first page costs little.
  const titles = new Map([...sources].map(([file, source]) => [file, titleOf(source)]));
  const find = async (term: string): Promise<BookMatch[]> => {
    for (const file of files) {
      // Other requests are served between the pages of the first search.
      if (!pages.has(file)) await setImmediate();
      pageOf(file);
    }
    return searchBook([...files].map(pageOf), term);
  };
  return {
    paths: [...fileAt.keys()],
    pageAt: (path) => {
      const file = fileAt.get(path);
      return file === undefined ? undefined : pageOf(file);
    },
    at: (path) => {
      const file = fileAt.get(path);
      if (file === undefined) return undefined;
      const page = rendered.get(path) ?? siteFile(HTML, pageView(shelf, titles, pageOf(file)));
      rendered.set(path, page);
      return page;
    },
    find,
    search: async (term) => siteFile(HTML, searchView(shelf, titles, term, await find(term))),
  };
}

function titleOf(source: string): string {
  return /^# (.+)$/m.exec(source)?.[1] ?? '';
}
