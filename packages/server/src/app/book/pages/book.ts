import { readFile } from 'node:fs/promises';
import { pathNotFound, type HttpResponse } from '../../../http/response.ts';
import type { Page } from '../../../http/page.ts';
import { sitePages } from '../../site/site-pages.ts';
import { createBook, DOCS, type Book } from '../book.ts';
import { docs, guide, type Shelf } from '../contents.ts';

const IMAGE_TYPES: Readonly<Record<string, string>> = { png: 'image/png', svg: 'image/svg+xml' };

function images(path: string, folder: string): Page {
  return {
    path,
    limit: 'asset',
    handle: async (_world, { pathParameters }) => imageAt(folder, pathParameters['name'] ?? ''),
  };
}

async function imageAt(folder: string, name: string): Promise<HttpResponse> {
  const [, ending = ''] = /^[\w-]+\.(png|svg)$/.exec(name) ?? [];
  const type = IMAGE_TYPES[ending];
  if (type === undefined) return pathNotFound();
  try {
    const body = await readFile(new URL(folder + name, DOCS));
    const headers = {
      'content-type': type,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'public, max-age=3600',
    };
    return { status: 200, headers, body };
  } catch {
    return pathNotFound();
  }
}

const books = new Map<Shelf, Book>();

/** Created on the first request. */
function bookOf(shelf: Shelf): Book {
  const known = books.get(shelf) ?? createBook(shelf);
  books.set(shelf, known);
  return known;
}

/** The documentation and the user guide of the version that runs. */
export const bookPages: readonly Page[] = [
  images('/docs/images/:name', 'images/'),
  images('/docs/images/web/:name', 'images/web/'),
  images('/docs/images/guide/:name', 'images/guide/'),
  ...sitePages('/docs', () => bookOf(docs), [':page', ':folder/:page']),
  ...sitePages('/help', () => bookOf(guide), [':page']),
];
