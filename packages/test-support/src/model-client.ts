import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createGrant } from '@parley/contract/endpoints/grants.ts';
import type { Scope } from '@parley/contract/scopes.ts';
import type { TestServer, TestUser } from './harness.ts';

/** The revisions of the protocol that the server speaks: with a call for each request, and with a handshake. */
export const revisions = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof revisions)[number];

export type ModelClient = {
  readonly client: Client;
  /** The text of the answer of a tool. */
  readonly ask: (name: string, args?: Record<string, unknown>) => Promise<string>;
};

type Limits = { readonly channels?: number[]; readonly since?: number };

export async function tokenOf(
  user: TestUser,
  scopes: readonly Scope[],
  limits: Limits = {},
): Promise<string> {
  const { token } = await user.connection.call(createGrant, {
    name: 'an assistant',
    scopes: [...scopes],
    ...limits,
  });
  return token;
}

/** The answer of a user to a question of a tool. */
type Answer = (question: { readonly message: string }) => {
  action: 'accept' | 'decline';
  content: { confirm: boolean };
};

/** The official client of the protocol, as an assistant has it. */
export async function openModelClient(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  revision: Revision = '2026-07-28',
  answer?: Answer,
): Promise<ModelClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      ...(revision === '2026-07-28' ? { versionNegotiation: { mode: { pin: revision } } } : {}),
      ...(answer === undefined ? {} : { capabilities: { elicitation: { form: {} } } }),
    },
  );
  if (answer !== undefined)
    client.setRequestHandler('elicitation/create', ({ params }) => answer({ message: params.message }));
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }));
  return {
    client,
    ask: async (name, args = {}) => {
      const { content } = await client.callTool({ name, arguments: args });
      return content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
    },
  };
}
