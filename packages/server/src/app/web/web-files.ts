import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A file of the web client, with the forms in which it can be sent. */
export type WebFile = {
  readonly type: string;
  readonly tag: string;
  readonly plain: Buffer;
  readonly br: Buffer | undefined;
  readonly gzip: Buffer | undefined;
};

/** The built web client, in memory. */
export type WebFiles = {
  /** The page, with `NONCE_PLACEHOLDER` where the nonce belongs. */
  readonly index: string;
  /** Links to the scripts that the client needs whatever it shows, for users who are logged in. */
  readonly sessionLinks: string;
  /** Changes with the page. */
  readonly version: string;
  /** By path, such as `assets/index-a1b2.js`. */
  readonly files: ReadonlyMap<string, WebFile>;
};

export const NONCE_PLACEHOLDER = '%CSP_NONCE%';

/** Written by the build of the client. */
const SESSION_LINKS = 'session-links.html';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Reads the built client once; undefined if there is none. */
export function readWebFiles(directory: string): WebFiles | undefined {
  if (!existsSync(path.join(directory, 'index.html'))) return undefined;
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('.') && TYPES[path.extname(name)] !== undefined);
  const files = new Map(names.map((name) => [name, readWebFile(directory, name)]));
  const textOf = (name: string): string => files.get(name)?.plain.toString('utf8') ?? '';
  const index = textOf('index.html');
  return { index, sessionLinks: textOf(SESSION_LINKS), version: hashOf(index), files };
}

function readWebFile(directory: string, name: string): WebFile {
  const file = path.join(directory, name);
  const plain = readFileSync(file);
  const packed = (extension: string): Buffer | undefined =>
    existsSync(file + extension) ? readFileSync(file + extension) : undefined;
  return {
    type: TYPES[path.extname(name)] ?? 'application/octet-stream',
    tag: `"${hashOf(plain)}"`,
    plain,
    br: packed('.br'),
    gzip: packed('.gz'),
  };
}

function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22);
}
