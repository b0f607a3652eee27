import { DOOR_META } from '@parley/contract/door-meta.ts';
import { hexHashOf } from '../../engine/secrets/seal.ts';
import { acceptsCoding } from '../../http/accept-encoding.ts';
import { withErrorPage } from '../../http/html/error-page.ts';
import { noticePage } from '../../http/html/document.ts';
import { html } from '../../http/html/html.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import type { Page } from '../../http/page.ts';
import { pathNotFound, type HttpResponse } from '../../http/response.ts';
import type { World } from '../../http/world.ts';
import {
  doorOfInvitation,
  doorOfReset,
  doorOfSignUp,
  type DoorByLink,
} from '../../organization/door/by-link.ts';
import { doorOf } from '../../organization/door/door.ts';
import { realmAt } from '../../organization/joining/entry.ts';
import { joinPage } from '../../organization/joining/pages/join.ts';
import { registerPage } from '../../organization/joining/pages/register.ts';
import { askForResetPage } from '../../organization/passwords/pages/ask-for-reset.ts';
import { resetPage } from '../../organization/passwords/pages/reset.ts';
import { announceSetup } from '../../organization/setup/announce.ts';
import { hasNoOrganization } from '../../organization/setup/code.ts';
import { contentSecurityPolicy, newNonce, NONCE_FORM, PAGE_HEADERS } from './headers.ts';
import { manifestOf, SHARE_PATH } from './manifest.ts';
import { BUILD_HINT, type WebClient } from './web-client.ts';
import { NONCE_PLACEHOLDER, type WebFile, type WebFiles } from './web-files.ts';

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

const app: Page = {
  path: '/',
  handle: async (world, request) => {
    const web = world.web();
    if (web === 'off') return pathNotFound();
    return withErrorPage(async () => {
      if (web === 'not built') return missingClient(world, request);
      const door = await doorOf(world, request);
      if (door.organization === null) await announceSetup(world, 'replaced');
      return appPage(web, { status: 200, door }, request.ifNoneMatch);
    })(world, request);
  },
};

async function missingClient(world: World, request: IncomingRequest): Promise<HttpResponse> {
  await realmAt(world, request);
  const { t } = request.words;
  return noticePage(request.words, 503, {
    title: t('The web client is missing'),
    text: t('{hint} The API works without it.', { hint: BUILD_HINT }),
  });
}

/** A page of the client that is opened by a link; without a client, the form of the server. */
function byLink(form: Page, read: (world: World, request: IncomingRequest) => Promise<DoorByLink>): Page {
  return {
    ...form,
    handle: async (world, request) => {
      const web = world.web();
      if (typeof web === 'string') return form.handle(world, request);
      return withErrorPage(async () => appPage(web, await read(world, request)))(world, request);
    },
  };
}

/** The page on which users allow a program. It answers the same whatever its query says: the client asks what the program wants. */
const authorize: Page = byLink(
  { path: '/oauth/authorize', handle: missingClient },
  async (world, request) => ({ status: 200, door: await doorOf(world, request) }),
);

/**
 * Each response has a nonce of its own, which is a part of its tag: a browser that revalidates its copy gets the
 * policy with the nonce of that copy again.
 */
function appPage(
  { index, sessionLinks, version }: WebFiles,
  { status, door }: DoorByLink,
  knownTags = '',
): HttpResponse {
  const title = door.organization?.name ?? 'Parley';
  const told = html`<meta name="${DOOR_META}" content="${JSON.stringify(door)}" />
    <meta name="apple-mobile-web-app-title" content="${title}" />`.text;
  // Beside the first script instead of behind it.
  const links = door.user_id === null ? '' : sessionLinks;
  const form = `${version}-${hexHashOf(told).slice(0, 16)}`;
  const known = knownNonce(form, knownTags);
  const nonce = known ?? newNonce();
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': contentSecurityPolicy(nonce),
    etag: `"${form}.${nonce}"`,
  };
  return known === undefined
    ? {
        status,
        headers,
        body: index.replaceAll(NONCE_PLACEHOLDER, nonce).replace('</head>', () => `${links}${told}</head>`),
      }
    : { status: 304, headers, body: '' };
}

function knownNonce(form: string, knownTags: string): string | undefined {
  return knownTags
    .split(',')
    .map((tag) => /^\s*(?:W\/)?"([\w-]+)\.([\w-]+)"\s*$/.exec(tag))
    .find((match) => match?.[1] === form && NONCE_FORM.test(match[2] ?? ''))?.[2];
}

/** Names of these files change with their content. */
const assets: Page = {
  path: '/assets/*',
  limit: 'asset',
  handle: async ({ web }, { pathParameters, acceptEncoding }) => {
    const file = fileAt(web(), `assets/${pathParameters['*'] ?? ''}`);
    if (file === undefined) return pathNotFound();
    return encoded(file, acceptEncoding, `public, max-age=${YEAR_SECONDS}, immutable`);
  },
};

/** Icons and pictures with which the client is installed. */
const installPictures: Page = {
  path: '/install/*',
  limit: 'asset',
  handle: async ({ web }, { pathParameters, acceptEncoding }) => {
    const file = fileAt(web(), `install/${pathParameters['*'] ?? ''}`);
    if (file === undefined) return pathNotFound();
    return encoded(file, acceptEncoding, `public, max-age=${DAY_SECONDS}`);
  },
};

/** Shared content reaches the server only from a browser without the worker, which cannot keep it: the client opens. */
const share: Page = {
  path: SHARE_PATH,
  method: 'POST',
  handle: async ({ web }) =>
    typeof web() === 'string' ? pathNotFound() : { status: 303, headers: { location: '/' }, body: '' },
};

/** A file with a fixed name, which browsers revalidate. */
function fixed(name: string, cacheControl: string): Page {
  return {
    path: `/${name}`,
    handle: async ({ web }, { acceptEncoding, ifNoneMatch }) => {
      const file = fileAt(web(), name);
      if (file === undefined) return pathNotFound();
      const answer = encoded(file, acceptEncoding, cacheControl);
      return ifNoneMatch === file.tag ? { ...answer, status: 304, body: '' } : answer;
    },
  };
}

function fileAt(web: WebClient, name: string): WebFile | undefined {
  return typeof web === 'string' ? undefined : web.files.get(name);
}

function encoded(file: WebFile, accepted: string | undefined, cacheControl: string): HttpResponse {
  const { type, tag, plain, br, gzip } = file;
  const headers = {
    'content-type': type,
    'cache-control': cacheControl,
    etag: tag,
    vary: 'Accept-Encoding',
    'cross-origin-resource-policy': 'same-origin',
  };
  if (br !== undefined && acceptsCoding(accepted, 'br'))
    return { status: 200, headers: { ...headers, 'content-encoding': 'br' }, body: br };
  if (gzip !== undefined && acceptsCoding(accepted, 'gzip'))
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzip };
  return { status: 200, headers, body: plain };
}

/** The policy of a worker's script holds for the requests of the worker. */
const serviceWorker: Page = {
  ...fixed('sw.js', 'no-cache'),
  handle: async (world, request) => {
    const answer = await fixed('sw.js', 'no-cache').handle(world, request);
    const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
    return { ...answer, headers: { ...answer.headers, 'content-security-policy': policy } };
  },
};

const manifest: Page = {
  path: '/app.webmanifest',
  handle: async (world, request) => {
    if (typeof world.web() === 'string') return pathNotFound();
    // Without an organization there is nothing to install yet.
    if (await hasNoOrganization(world.pool)) return { status: 204, headers: {}, body: '' };
    const realm = await realmAt(world, request);
    return {
      status: 200,
      headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' },
      body: `${JSON.stringify(manifestOf(world.config, realm))}\n`,
    };
  },
};

/** Messages are for members; what visitors may read is loaded by the client and has no pages to index. */
const robots: Page = {
  path: '/robots.txt',
  handle: async ({ web }) =>
    web() === 'off'
      ? pathNotFound()
      : {
          status: 200,
          headers: {
            'content-type': 'text/plain; charset=utf-8',
            'cache-control': `public, max-age=${DAY_SECONDS}`,
          },
          body: 'User-agent: *\nDisallow: /\n',
        },
};

/** The web client. */
export const webPages: readonly Page[] = [
  app,
  authorize,
  byLink(joinPage, doorOfInvitation),
  byLink(registerPage, doorOfSignUp),
  byLink(askForResetPage, async (world, request) => ({ status: 200, door: await doorOf(world, request) })),
  byLink(resetPage, doorOfReset),
  assets,
  serviceWorker,
  manifest,
  fixed('favicon.ico', `public, max-age=${DAY_SECONDS}`),
  fixed('icon-192.png', `public, max-age=${DAY_SECONDS}`),
  fixed('icon-512.png', `public, max-age=${DAY_SECONDS}`),
  fixed('apple-touch-icon.png', `public, max-age=${DAY_SECONDS}`),
  installPictures,
  share,
  robots,
];
