import { items, success, textAt, type Item } from '../expect.ts';
import type { Answer, Credentials } from '../wire.ts';
import type { World } from '../world.ts';

const BOUNDARY = 'conformance-file-91c2';

/** A file in a body of several parts, byte by byte. */
export function sendFile(
  w: World,
  as: Credentials | undefined,
  name: string,
  content: string | Buffer,
  field = 'file',
): Promise<Answer> {
  return w.ask('POST', '/user_uploads', {
    as,
    raw: Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
}

export type Kept = { readonly url: string; readonly path: string; readonly name: string };

export async function keepFile(
  w: World,
  as: Credentials,
  name = 'notes.txt',
  content: string | Buffer = 'some words',
): Promise<Kept> {
  const answer = success(await sendFile(w, as, name, content));
  const url = textAt(answer, 'url');
  return { url, path: url.replace('/user_uploads', ''), name: textAt(answer, 'filename') };
}

/** A file as a browser fetches it. */
export function fetchFile(
  w: World,
  as: Credentials | undefined,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return w.ask('GET', url, { as, below: '', headers });
}

export async function files(w: World, as: Credentials): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/attachments', { as })), 'attachments');
}

/** A picture of 2 × 1 points. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWMwTptpnDYTAAeZAmUGcC4NAAAAAElFTkSuQmCC',
  'base64',
);
