import type { Scope } from '@parley/contract/scopes.ts';
import type { Account, Answer, Send } from '../../client.ts';
import { textOf } from '../helpers.ts';

/** A token of a program, and the organization where it is used. */
export type Assistant = { readonly token: string; readonly host: string };

export async function programOf(
  send: Send,
  as: Account,
  scopes: readonly Scope[],
  limits: { readonly channels?: readonly number[] } = {},
): Promise<Assistant> {
  const form = {
    name: 'an assistant',
    scopes: JSON.stringify(scopes),
    ...(limits.channels === undefined ? {} : { channels: JSON.stringify(limits.channels) }),
  };
  const { json } = await send('/api/v1/grants', { as, form });
  return { token: textOf(json, 'token'), host: as.host };
}

/** Sends a message of the protocol, in the revision with a handshake unless the headers tell otherwise. */
export function post(
  send: Send,
  { token, host }: Assistant,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send('/mcp', {
    host,
    body: typeof message === 'string' ? message : JSON.stringify(message),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
}

export function toolCall(name: string, args: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

export async function ask(send: Send, program: Assistant, name: string, args: object): Promise<string> {
  return (await post(send, program, toolCall(name, args))).text;
}

/** The code of a question, with which the call is made. */
export function codeIn(text: string): string {
  return /confirm \\"([\w-]+)\\"/.exec(text)?.[1] ?? '';
}

const VERSION = '2026-07-28';

/** A message of the revision without a handshake, which repeats itself in its headers. */
export function modern(
  name: string,
  capabilities: object = {},
): { readonly message: object; readonly meta: object; readonly headers: Record<string, string> } {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return {
    meta,
    message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {}, _meta: meta } },
    headers: { 'mcp-protocol-version': VERSION, 'mcp-method': 'tools/call', 'mcp-name': name },
  };
}
