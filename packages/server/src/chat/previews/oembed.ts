import * as z from 'zod';
import type { Config } from '../../engine/config.ts';
import { parseJson } from '../../engine/parse-json.ts';

/** A site that describes its videos or pictures. */
export type Provider = { readonly domain: string; readonly endpoint: string };

const KNOWN: readonly Provider[] = [
  { domain: 'youtube.com', endpoint: 'https://www.youtube.com/oembed' },
  { domain: 'youtu.be', endpoint: 'https://www.youtube.com/oembed' },
  { domain: 'vimeo.com', endpoint: 'https://vimeo.com/api/oembed.json' },
  { domain: 'dailymotion.com', endpoint: 'https://www.dailymotion.com/services/oembed' },
  { domain: 'flickr.com', endpoint: 'https://www.flickr.com/services/oembed/' },
];

const MAX_WIDTH = 640;
const MAX_HEIGHT = 480;

/** The provider of a URL, if it is a known one or one of the operator. */
export function providerOf({ previews }: Pick<Config, 'previews'>, url: string): Provider | undefined {
  const host = URL.parse(url)?.hostname ?? '';
  const configured = Object.entries(previews.providers).map(([domain, endpoint]) => ({ domain, endpoint }));
  return [...configured, ...KNOWN].find(({ domain }) => host === domain || host.endsWith(`.${domain}`));
}

export function oembedUrl({ endpoint }: Provider, url: string): string {
  const asked = new URL(endpoint);
  asked.searchParams.set('url', url);
  asked.searchParams.set('format', 'json');
  return sizedUrl(asked.href);
}

/** The address of a description, with the size of players and pictures. */
export function sizedUrl(url: string): string {
  const asked = new URL(url);
  asked.searchParams.set('maxwidth', String(MAX_WIDTH));
  asked.searchParams.set('maxheight', String(MAX_HEIGHT));
  return asked.href;
}

const text = z.string().optional().catch(undefined);
const answer = z.object({
  type: z.string(),
  title: text,
  description: text,
  url: text,
  html: text,
  thumbnail_url: text,
});

export type OembedAnswer = z.output<typeof answer>;

/** Undefined if the text is no answer of a provider. */
export function readOembed(body: string): OembedAnswer | undefined {
  return answer.safeParse(parseJson(body)).data;
}
