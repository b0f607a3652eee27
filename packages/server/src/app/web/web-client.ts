import type { Logger } from 'pino';
import type { Config } from '../../engine/config.ts';
import { readWebFiles, type WebFiles } from './web-files.ts';

/** The web client as a node serves it: its files, or the reason why there are none. */
export type WebClient = WebFiles | 'off' | 'not built';

/** How to get a web client that was not built. */
export const BUILD_HINT = 'Build it with "npm run web:build" and restart the server.';

export function createWebClient({ web }: Pick<Config, 'web'>, log: Pick<Logger, 'warn'>): () => WebClient {
  let client: WebClient | undefined;
  return () => (client ??= web === undefined ? 'off' : readOrWarn(web.directory, log));
}

function readOrWarn(directory: string, log: Pick<Logger, 'warn'>): WebClient {
  const files = readWebFiles(directory);
  if (files === undefined)
    log.warn({ directory }, `the web client is missing. ${BUILD_HINT} PARLEY_WEB=off turns it off`);
  return files ?? 'not built';
}
