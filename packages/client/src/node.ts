// The public interface of `@parley/client/node`: clients configured from the file system or the environment.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { schemeOf } from './base-url.ts';
import { createClient, type Client, type ClientOptions } from './client.ts';

type Options = Omit<ClientOptions, 'url' | 'email' | 'apiKey'>;

/**
 * A client from the environment: `PARLEY_URL`, `PARLEY_EMAIL` and `PARLEY_API_KEY`, or else `ZULIP_SITE`, `ZULIP_EMAIL`
 * and `ZULIP_API_KEY`. Throws when one is not set.
 */
export function fromEnvironment(options: Options = {}): Client {
  const read = (ours: string, theirs: string): string => {
    const value = process.env[ours] ?? process.env[theirs] ?? '';
    if (value === '') throw new Error(`The environment variable ${ours} is not set.`);
    return value;
  };
  return createClient({
    ...options,
    url: read('PARLEY_URL', 'ZULIP_SITE'),
    email: read('PARLEY_EMAIL', 'ZULIP_EMAIL'),
    apiKey: read('PARLEY_API_KEY', 'ZULIP_API_KEY'),
  });
}

/** A client from a zuliprc file, such as Zulip clients write and bots begin with. Throws when something is missing. */
export function fromZuliprc(file = '~/.zuliprc', options: Options = {}): Client {
  const place = file.replace(/^~(?=\/|$)/, homedir());
  const settings = settingsIn(readFileSync(path.resolve(place), 'utf8'));
  const read = (name: string): string => {
    const value = settings.get(name) ?? '';
    if (value === '') throw new Error(`${file} has no line '${name}=…' below [api].`);
    return value;
  };
  const site = read('site');
  return createClient({
    ...options,
    // Other clients accept a site without a scheme here.
    url: site.includes('://') ? site : `${schemeOf(site)}://${site}`,
    email: read('email'),
    apiKey: read('key'),
  });
}

/** The settings of the section `[api]`. */
function settingsIn(text: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1] ?? section;
    const [, name = '', value = ''] = /^\s*([^#;=:\s[]+)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? [];
    if (section === 'api' && name !== '') settings.set(name.toLowerCase(), value);
  }
  return settings;
}
