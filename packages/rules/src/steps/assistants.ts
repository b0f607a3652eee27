import type { Scope } from '@parley/contract/scopes.ts';
import { numberAt, success, textAt, type Item } from '../expect.ts';
import type { User } from '../ground.ts';
import { toAnswer, type Answer } from '../wire.ts';
import type { World } from '../world.ts';

export const MODERN = '2026-07-28';
export const OLDER = '2025-11-25';

/** A program that speaks the Model Context Protocol with a token of a user. */
export type Assistant = {
  readonly token: string;
  readonly grantId: number;
  /** Sends a message of the protocol; the answer has the JSON-RPC response as its body. */
  readonly post: (message: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The result of a tool. */
  readonly call: (name: string, args?: Item) => Promise<ToolResult>;
};

export type ToolResult = { readonly text: string; readonly isError: boolean };

export async function assistant(
  w: World,
  user: User,
  scopes: readonly Scope[],
  limits: { readonly channels?: readonly number[] } = {},
): Promise<Assistant> {
  const form = { name: 'an assistant', scopes, ...limits };
  const made = success(await w.ask('POST', '/grants', { as: user, form }));
  const grantId = numberAt(made, 'grant', 'id');
  w.later(() => w.ask('DELETE', `/grants/${grantId}`, { as: user }));
  const token = textAt(made, 'token');
  const post: Assistant['post'] = (message, headers = {}) =>
    postMessage(w, message, { authorization: `Bearer ${token}`, ...headers });
  return {
    token,
    grantId,
    post,
    call: async (name, args = {}) => resultIn(await post(toolCall(name, args))),
  };
}

export async function postMessage(
  w: World,
  message: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  const answer = await w.ask('POST', '/mcp', {
    below: '',
    raw: typeof message === 'string' ? message : JSON.stringify(message),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  const data = /^data: (\{.*\})$/m.exec(answer.text)?.[1];
  return data === undefined ? answer : toAnswer(answer.status, answer.headers, data);
}

export function toolCall(name: string, args: Item = {}): Item {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

/** The same call in the revision without a handshake, with its headers. */
export function modernCall(
  name: string,
  args: Item = {},
  more: { readonly capabilities?: Item; readonly params?: Item } = {},
): { readonly message: Item; readonly headers: Readonly<Record<string, string>> } {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'a client', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': more.capabilities ?? {},
  };
  return {
    message: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta: meta, ...more.params },
    },
    headers: { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': name },
  };
}

export function resultIn(answer: Answer): ToolResult {
  return {
    text: String(answer.at('result', 'content', 0, 'text')),
    isError: answer.at('result', 'isError') === true,
  };
}

/** The code with which the user's yes is told. */
export function codeIn({ text }: ToolResult): string {
  return /confirm "([\w-]+)"/.exec(text)?.[1] ?? '';
}
