import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
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
  return withTools(client);
}

type Program = { readonly clientId: string; readonly redirectUri: string };

/** The official client without a token: it finds the way to one by itself. `allow` is its user; it returns where the browser goes next. */
export async function openSignedInClient(
  address: string,
  program: Program,
  allow: (address: URL) => Promise<string>,
): Promise<ModelClient> {
  let returned = '';
  const provider = memoryOf(program, async (asked) => {
    returned = await allow(asked);
  });
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider: provider });
    try {
      await client.connect(transport);
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || returned === '') throw error;
      await transport.finishAuth(new URL(returned).searchParams);
      returned = '';
      return connect();
    }
    return client;
  };
  return withTools(await connect());
}

/** The memory of a program between its requests. */
function memoryOf(
  { clientId, redirectUri }: Program,
  redirectToAuthorization: (asked: URL) => Promise<void>,
): OAuthClientProvider {
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  return {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri], client_name: 'A program' },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given;
    },
    redirectToAuthorization,
    saveCodeVerifier: (given) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState: (given) => {
      discovered = given;
    },
    discoveryState: () => discovered,
  };
}

function withTools(client: Client): ModelClient {
  return {
    client,
    ask: async (name, args = {}) => {
      const { content } = await client.callTool({ name, arguments: args });
      return content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
    },
  };
}
