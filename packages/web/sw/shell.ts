import { DOOR_META } from '@parley/contract/door-meta.ts';

/** The built client, as the build writes it into the worker. */
export type Shell = {
  /** Changes with every build. */
  readonly version: string;
  /** Address of the script that the page names. */
  readonly entry: string;
  /** Addresses of the assets of the first view. */
  readonly first: readonly string[];
  /** Addresses of the other assets, which are cached when they are used or when the page is idle. */
  readonly later: readonly string[];
  /** Addresses of the texts of languages, which are cached when they are used. */
  readonly catalogs: readonly string[];
};

/** Message of a page that is idle: store the assets of all views. */
export const STORE_ALL = 'store-all';

const PREFIX = 'parley-shell-';
/** Forms of fonts for browsers without service workers. */
const OLD_FONT = /\.(?:woff|ttf)$/;
/** Large parts that few messages need. */
const SELDOM = /katex|formulas|linkifiers/i;
const PAGE = '/';
/** Time to wait for the server before the page comes from the cache. */
const PAGE_WAIT_MS = 250;

/** The cache of one version: the page and its assets, and nothing of the organization. */
export function shellCache({ version, entry, first, later, catalogs }: Shell) {
  const known = new Set([...first, ...later, ...catalogs]);
  const open = (): Promise<Cache> => caches.open(PREFIX + version);
  return {
    /** Stores the first view; fails if the server has another version. */
    fill: async (): Promise<void> => {
      const cache = await open();
      const page = await fetch(PAGE, { cache: 'no-cache', credentials: 'same-origin' });
      const text = await page.text();
      if (!page.ok || !text.includes(entry)) throw new Error('The page belongs to another version.');
      await cache.addAll([...first]);
      await cache.put(PAGE, new Response(withoutDoor(text), { headers: headersOf(page) }));
    },

    /** Stores the other assets one by one, so that every view opens without a network; goes on at the next request. */
    fillLater: async (): Promise<void> => {
      const cache = await open();
      const wanted = later.filter((path) => !OLD_FONT.test(path));
      const ordered = wanted.toSorted((a, b) => Number(SELDOM.test(a)) - Number(SELDOM.test(b)));
      for (const path of ordered)
        if ((await cache.match(path, { ignoreVary: true })) === undefined) await cache.add(path);
    },

    deleteOthers: async (): Promise<void> => {
      const names = await caches.keys();
      const others = names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + version);
      await Promise.all(others.map((name) => caches.delete(name)));
    },

    hasAsset: (path: string): boolean => known.has(path),

    /** From the cache; else from the server, and kept. */
    asset: async (request: Request): Promise<Response> => {
      const cache = await open();
      const kept = await cache.match(request, { ignoreVary: true });
      if (kept !== undefined) return kept;
      const response = await fetch(request);
      if (response.ok) await cache.put(request, response.clone());
      return response;
    },

    /** The server's page; the cached one if the server is away, broken or slow. */
    page: async (fromServer: Promise<Response>): Promise<Response> => {
      const kept = await (await open()).match(PAGE, { ignoreVary: true });
      if (kept === undefined) return fromServer;
      const good = fromServer.then((response) => (response.status < 500 ? response : kept));
      return Promise.race([good.catch(() => kept), keptAfter(kept)]);
    },
  };
}

/** The page without facts of the organization and the session: they are not stored, and requested again. */
function withoutDoor(page: string): string {
  const begin = page.indexOf(`<meta name="${DOOR_META}"`);
  return begin === -1 ? page : page.slice(0, begin) + page.slice(page.indexOf('</head>', begin));
}

/** The headers of a page whose text was read. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return kept;
}

function keptAfter(kept: Response): Promise<Response> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(kept), PAGE_WAIT_MS);
  });
}
