import type { Call } from '../client.ts';

/** A request with one part at its largest. */
export type LargestRequest = {
  /** The part that is enlarged: operation and parameter, path and header, integration and field. */
  readonly target: string;
  /** The repetition and its length. */
  readonly what: string;
  /** Made when it is sent: together they would take gigabytes. */
  readonly build: () => BuiltRequest;
};

export type BuiltRequest = { readonly path: string; readonly call: Call };

/** Largest body without files, less the frame around one field. */
export const MAX_TEXT_BYTES = 1024 * 1024 - 16 * 1024;
/** Largest request line and headers together, less what every request has. */
export const MAX_HEAD_BYTES = 16 * 1024 - 1500;

const BOUNDARY = 'parley-largest';

/** Fields as multipart, which carries texts as they are: a form would triple many characters. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file?: { readonly name: string; readonly content: Uint8Array },
): Required<Pick<Call, 'body' | 'headers'>> {
  const parts = Object.entries(fields).map(
    ([name, text]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const head = Buffer.from(parts.join(''));
  const last = Buffer.from(`--${BOUNDARY}--\r\n`);
  const fileParts =
    file === undefined
      ? []
      : [
          Buffer.from(
            `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n\r\n`,
          ),
          file.content,
          Buffer.from('\r\n'),
        ];
  return {
    body: Buffer.concat([head, ...fileParts, last]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

/** Cuts a text to a number of bytes in UTF-8. */
export function cutToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  return Buffer.from(text).subarray(0, bytes).toString('utf8').replaceAll('\uFFFD', '');
}
