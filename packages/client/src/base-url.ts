const EXAMPLE = 'https://chat.example.org';

/** The address of an organization without a slash at its end. Throws a `TypeError` that says what to write instead. */
export function baseUrl(url: unknown): string {
  if (typeof url !== 'string' || url.trim() === '')
    throw new TypeError(
      `url is ${url === '' ? 'empty' : String(url)}: pass the address of the organization, such as '${EXAMPLE}'. If it comes from an environment variable, that is not set.`,
    );
  const base = url.trim().replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(url.trim())) throw new TypeError(withoutScheme(url, base));
  if (!URL.canParse(base))
    throw new TypeError(`url '${url}' is not a URL: write it in full, such as '${EXAMPLE}'.`);
  const { username, search, hash } = new URL(base);
  if (username !== '') throw new TypeError(`url has credentials in it: pass them as email and apiKey.`);
  if (search !== '' || hash !== '')
    throw new TypeError(
      `url '${url}' has a query or a fragment: write only the address, such as '${EXAMPLE}'.`,
    );
  const api = /\/api(\/v1)?$/.exec(base);
  if (api !== null)
    throw new TypeError(
      `url '${url}' ends in ${api[0]}, which the client adds itself: write '${base.slice(0, api.index)}'.`,
    );
  return base;
}

function withoutScheme(url: string, base: string): string {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(base)?.[1];
  if (scheme !== undefined) return `url '${url}' begins with ${scheme}://: write http:// or https://.`;
  return URL.canParse(`https://${base}`) && !/\s/.test(base)
    ? `url '${url}' has no scheme: write '${schemeOf(base)}://${base}'.`
    : `url '${url}' is not a URL: write it in full, such as '${EXAMPLE}'.`;
}

/** Servers on the machine itself rarely have a certificate. */
export function schemeOf(host: string): 'http' | 'https' {
  return /^(localhost|127\.|\[::1\])/i.test(host) ? 'http' : 'https';
}
