import type { PagePreview } from '@parley/markdown';
import type { Clock } from '../../engine/clock.ts';
import type { Config } from '../../engine/config.ts';
import { OutboundError } from '../../engine/outbound/guard.ts';
import type { Outbound } from '../../engine/outbound/outbound.ts';
import type { HostPace } from './host-pace.ts';
import { oembedUrl, providerOf, readOembed, sizedUrl, type OembedAnswer, type Provider } from './oembed.ts';
import type { PageReading } from './page-reader.ts';
import { webAddress, type PageFacts } from './parse-page.ts';
import { readBounded } from './read-bounded.ts';
import { previewUserAgent } from './user-agent.ts';
import type { VisitRule } from './visit-rule.ts';

export type PageParts = {
  readonly config: Config;
  readonly outbound: Outbound;
  readonly mayVisit: VisitRule;
  readonly reading: PageReading;
  readonly pace: HostPace;
  readonly clock: Clock;
  /** Aborted when the node closes. */
  readonly closed: AbortSignal;
};

/** A page that is wanted for a message of an organization, until a time of the monotonic clock. */
export type WantedPage = { readonly realmId: number; readonly url: string; readonly deadline: number };

const REQUEST_TIMEOUT_MS = 10_000;
const MAX_PAGE_BYTES = 1024 * 1024;
const MAX_OEMBED_BYTES = 64 * 1024;
const MAX_TITLE_CHARACTERS = 300;
const MAX_DESCRIPTION_CHARACTERS = 1_000;
/** A longer address could not be signed. */
const MAX_IMAGE_CHARACTERS = 2_048;

/** The preview of a page; null if it has none. Throws an `OutboundError` if the site cannot be asked. */
export async function fetchPage(parts: PageParts, wanted: WantedPage): Promise<PagePreview | null> {
  const provider = providerOf(parts.config, wanted.url);
  const provided =
    provider === undefined ? undefined : await askOembed(parts, wanted, oembedUrl(provider, wanted.url));
  if (provider !== undefined && provided !== undefined) {
    const medium = await mediumOf(parts, wanted, provider, provided);
    if (medium !== undefined) return medium;
  }
  const page = await readPage(parts, wanted);
  if (page === undefined) return null;
  const answer = provided ?? (provider === undefined ? await askPage(parts, wanted, page) : undefined);
  return cardOf(page, answer, provider === undefined) ?? null;
}

/** The description that the page itself names. */
async function askPage(
  parts: PageParts,
  wanted: WantedPage,
  { oembed }: PageFacts,
): Promise<OembedAnswer | undefined> {
  return oembed === undefined ? undefined : askOembed(parts, wanted, sizedUrl(oembed));
}

async function askOembed(
  parts: PageParts,
  wanted: WantedPage,
  url: string,
): Promise<OembedAnswer | undefined> {
  try {
    const got = await request(parts, wanted, url, 'application/json', MAX_OEMBED_BYTES);
    return got === undefined ? undefined : readOembed(got.body.toString('utf8'));
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/** A site that is no provider may show a photo, but no player of its own. */
function cardOf(
  page: PageFacts,
  answer: OembedAnswer | undefined,
  isOwnAnswer: boolean,
): PagePreview | undefined {
  const { title = page.title, description = page.description, type, url, thumbnail_url } = answer ?? {};
  if (isOwnAnswer && type === 'photo') {
    const photo = shown('photo', { title, image: webAddress(url, page.oembed ?? '') });
    if (photo !== undefined) return photo;
  }
  const image = page.image ?? (isOwnAnswer ? webAddress(thumbnail_url, page.oembed ?? '') : undefined);
  return shown('card', { title, description, image });
}

/** The picture or player of a provider. */
async function mediumOf(
  { reading }: PageParts,
  { realmId, url }: WantedPage,
  { domain }: Provider,
  { type, title, url: photo, html, thumbnail_url }: OembedAnswer,
): Promise<PagePreview | undefined> {
  if (type === 'photo') return shown('photo', { title, image: webAddress(photo, url) });
  if (type !== 'video' || html === undefined) return undefined;
  const { frame } = await reading.ask(realmId, { kind: 'frame', html, domain });
  const preview = shown('video', { title, image: webAddress(thumbnail_url, url) });
  return frame === undefined || preview === undefined ? undefined : { ...preview, html: frame };
}

async function readPage(parts: PageParts, wanted: WantedPage): Promise<PageFacts | undefined> {
  const got = await request(parts, wanted, wanted.url, 'text/html', MAX_PAGE_BYTES);
  if (got === undefined || (got.type !== '' && !got.type.toLowerCase().startsWith('text/html')))
    return undefined;
  const { facts } = await parts.reading.ask(wanted.realmId, {
    kind: 'page',
    bytes: got.body,
    type: got.type,
    url: got.url,
  });
  return facts;
}

type Got = { readonly url: string; readonly type: string; readonly body: Buffer };

/** The start of a successful response; undefined for others. */
async function request(
  { config, outbound, mayVisit, pace, clock, closed }: PageParts,
  { deadline }: WantedPage,
  url: string,
  accept: string,
  maxBytes: number,
): Promise<Got | undefined> {
  if (!(await pace.wait(URL.parse(url)?.host ?? '', deadline)))
    throw new OutboundError('timeout', 'The time for the message is over.');
  const ended = new AbortController();
  const time = Math.min(REQUEST_TIMEOUT_MS, Math.max(0, deadline - clock.monotonic()));
  const cancel = clock.after(time, () => {
    ended.abort();
  });
  const headers = { 'user-agent': previewUserAgent(config), accept };
  const signal = AbortSignal.any([ended.signal, closed]);
  try {
    const opened = await outbound.open({ url, headers, mayVisit, signal });
    try {
      if (opened.status < 200 || opened.status > 299) return undefined;
      const body = await readBounded(opened, maxBytes);
      const type = opened.headers['content-type'] ?? '';
      return body === undefined ? undefined : { url: opened.url.href, type, body };
    } finally {
      opened.close();
    }
  } finally {
    cancel();
  }
}

/** Without a picture there is nothing to show. */
function shown(
  kind: PagePreview['kind'],
  { title, description, image }: PageFacts | { [N in keyof PageFacts]?: string | undefined },
): PagePreview | undefined {
  if (image === undefined || image.length > MAX_IMAGE_CHARACTERS) return undefined;
  const heading = cut(title, MAX_TITLE_CHARACTERS);
  const text = cut(description, MAX_DESCRIPTION_CHARACTERS);
  return {
    kind,
    image,
    ...(heading === undefined ? {} : { title: heading }),
    ...(text === undefined ? {} : { description: text }),
  };
}

function cut(text: string | undefined, maxCharacters: number): string | undefined {
  const clean =
    text
      ?.slice(0, 2 * maxCharacters)
      .toWellFormed()
      .replaceAll('\0', '')
      .trim() ?? '';
  return clean === '' ? undefined : Array.from(clean).slice(0, maxCharacters).join('');
}
