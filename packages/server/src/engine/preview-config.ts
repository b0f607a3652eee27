import type { Environment } from './environment.ts';

/** Previews of links: pictures and pages of other sites. */
export type PreviewConfig = {
  /** Whether pages may be requested; organizations decide beside it. */
  readonly pages: boolean;
  /** Whether readers load pictures of other sites from this server. */
  readonly pictureProxy: boolean;
  readonly ports: readonly number[];
  /** If there are any, only these domains are requested. */
  readonly allowedHosts: readonly string[];
  readonly deniedHosts: readonly string[];
  /** The oEmbed addresses of sites besides the known ones, by domain. */
  readonly providers: Readonly<Record<string, string>>;
};

export function previewConfigOf(e: Environment): PreviewConfig {
  return {
    pages: e.PARLEY_LINK_PREVIEWS,
    pictureProxy: e.PARLEY_PICTURE_PROXY,
    ports: e.PARLEY_PREVIEW_PORTS,
    allowedHosts: e.PARLEY_PREVIEW_ALLOWED_HOSTS,
    deniedHosts: e.PARLEY_PREVIEW_DENIED_HOSTS,
    providers: e.PARLEY_PREVIEW_PROVIDERS,
  };
}
