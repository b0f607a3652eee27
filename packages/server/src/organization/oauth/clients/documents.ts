import { limits } from '@parley/contract/limits.ts';
import * as z from 'zod';
import type { Config } from '../../../engine/config.ts';
import { OutboundError } from '../../../engine/outbound/guard.ts';
import { readUpTo } from '../../../engine/outbound/read-up-to.ts';
import { parseJson } from '../../../engine/parse-json.ts';
import type { World } from '../../../http/world.ts';
import { redirectProblem } from '../redirect-uris.ts';

/** Client ID metadata documents: the identifier of a program is the address of its description. */

const MAX_BYTES = 16 * 1024;
const TIMEOUT_MS = 5_000;
const MAX_NAME_LENGTH = limits.grantNameLength;

/** The description of a program in its document. */
export type ClientDocument = { readonly name: string; readonly redirectUris: readonly string[] };

const schema = z.looseObject({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().max(limits.redirectUriLength)).min(1).max(limits.redirectUris),
  token_endpoint_auth_method: z.literal('none').default('none'),
  client_secret: z.undefined().optional(),
});

/** The host of an identifier that is the address of a document; undefined for other identifiers. */
export function hostOfDocument({ hosts }: Config, clientId: string): string | undefined {
  const url = clientId.length > limits.redirectUriLength ? null : URL.parse(clientId);
  // The exact text identifies the program, so there is one way to write it.
  if (url === null || url.href !== clientId || url.pathname === '/') return undefined;
  if (url.username !== '' || url.password !== '' || clientId.includes('#')) return undefined;
  // A server without TLS is on this machine, where programs are made.
  const isFetched = url.protocol === 'https:' || (url.protocol === 'http:' && hosts.scheme === 'http');
  return isFetched ? url.host : undefined;
}

/** Reads the document at the address that is the identifier; a text says why it cannot be used. */
export async function fetchDocument(
  { outbound, clock }: Pick<World, 'outbound' | 'clock'>,
  clientId: string,
): Promise<{ readonly document: ClientDocument | string; readonly cacheControl: string | undefined }> {
  const time = new AbortController();
  const cancel = clock.after(TIMEOUT_MS, () => {
    time.abort();
  });
  try {
    const opened = await outbound.open({
      url: clientId,
      headers: { accept: 'application/json' },
      // The address is the identity of the program, so it leads nowhere else.
      mayVisit: ({ href }) => href === clientId,
      signal: time.signal,
    });
    const { status, headers, body } = opened;
    try {
      if (status !== 200) return refused(`The document answers with the status ${status}.`);
      if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? ''))
        return refused('The document is no JSON.');
      const content = await readUpTo(MAX_BYTES, body);
      if (content === undefined) return refused(`The document has more than ${MAX_BYTES} bytes.`);
      return {
        document: documentIn(clientId, content.toString('utf8')),
        cacheControl: headers['cache-control'],
      };
    } finally {
      opened.close();
    }
  } catch (error) {
    return refused(
      `The document cannot be read: ${error instanceof OutboundError ? error.failure : 'no answer'}.`,
    );
  } finally {
    cancel();
  }
}

function refused(reason: string) {
  return { document: reason, cacheControl: undefined };
}

function documentIn(clientId: string, body: string): ClientDocument | string {
  const parsed = parseJson(body);
  if (parsed === undefined) return 'The document is no JSON.';
  const checked = schema.safeParse(parsed);
  if (!checked.success) return `The document is not valid: ${z.prettifyError(checked.error)}`.slice(0, 500);
  const { client_id, client_name = '', redirect_uris } = checked.data;
  if (client_id !== clientId) return 'The document names another client_id.';
  const problem = redirect_uris.map(redirectProblem).find((one) => one !== undefined);
  if (problem !== undefined) return problem;
  return { name: nameIn(client_name) ?? new URL(clientId).host, redirectUris: redirect_uris };
}

/** A name of one line without characters that change how the text around it reads. */
function nameIn(text: string): string | undefined {
  const name = text
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return name === '' ? undefined : Array.from(name).slice(0, MAX_NAME_LENGTH).join('');
}
