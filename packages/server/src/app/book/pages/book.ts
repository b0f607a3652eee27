import { readFile } from 'node:fs/promises';
import { pathNotFound, type HttpResponse } from '../../../http/response.ts';
import type { Page } from '../../../http/page.ts';
import { answerWith } from '../../site/site-file.ts';
import { createBook, DOCS, type Book } from '../book.ts';

const MAX_SEARCH_CHARACTERS = 100;

let book: Book | undefined;

function cachedBook(): Book {
  return (book ??= createBook());
}

function at(path: string, pathOf: (inPath: Readonly<Record<string, string>>) => string = () => path): Page {
  return {
    path,
    handle: async (_world, { pathParameters: inPath, ifNoneMatch: knownTag }) => {
      const file = cachedBook().at(pathOf(inPath));
      return file === undefined ? pathNotFound() : answerWith(file, knownTag);
    },
  };
}

const search: Page = {
  path: '/docs/search',
  handle: async (_world, { fields, ifNoneMatch: knownTag }) =>
    answerWith(
      await cachedBook().search((fields.query.get('q') ?? '').trim().slice(0, MAX_SEARCH_CHARACTERS)),
      knownTag,
    ),
};

const withoutSlash: Page = {
  path: '/docs',
  handle: async () => ({ status: 301, headers: { location: '/docs/' }, body: '' }),
};

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

/** The documentation of the version that runs. */
export const bookPages: readonly Page[] = [
  withoutSlash,
  at('/docs/'),
  search,
  images('/docs/images/:name', 'images/'),
  images('/docs/images/web/:name', 'images/web/'),
  at('/docs/:page', ({ page }) => `/docs/${page}`),
  at('/docs/:folder/:page', ({ folder, page }) => `/docs/${folder}/${page}`),
];
