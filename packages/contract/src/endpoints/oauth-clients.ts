import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, path, text } from '../parameter.ts';
import { integer, string, textUpTo, unixSeconds } from '../primitives.ts';

export const oauthClient = z
  .strictObject({
    id: integer,
    name: string.describe('The program as users see it; of a host, the host.'),
    client_id: string
      .nullable()
      .describe('The identifier with which the program asks for access; null for a host.'),
    host: string
      .nullable()
      .describe(
        'The host whose programs users may allow. Each describes itself at the address that is its client id.',
      ),
    redirect_uris: z.array(string).describe('Addresses to which users return; empty for a host.'),
    created: unixSeconds,
  })
  .meta({
    id: 'OAuthClient',
    description: 'A program that users may allow to act for them, or a host whose programs they may allow.',
  });
export type OAuthClient = z.infer<typeof oauthClient>;

export const getOauthClients = endpoint({
  id: 'get-oauth-clients',
  method: 'GET',
  path: '/realm/oauth-clients',
  tag: 'grants',
  summary: 'List programs that users may allow',
  doc: 'The programs that administrators added, and the hosts whose programs users may allow, last added first. For administrators. An addition to the API.',
  result: { clients: z.array(oauthClient) },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const addOauthClient = endpoint({
  id: 'add-oauth-client',
  method: 'POST',
  path: '/realm/oauth-clients',
  tag: 'grants',
  summary: 'Add a program that users may allow',
  synonyms: ['register an OAuth client', 'allow an assistant'],
  doc: 'Either `host`, whose programs describe themselves at the address that is their client id (client ID metadata documents), or `name` and `redirect_uris` of one program. Programs are public clients: they prove themselves with PKCE and have no secret. For administrators with a log-in of the last hour. An addition to the API.',
  parameters: {
    host: optional(
      text(textUpTo(limits.hostLength), 'A host, with its port if it has one, such as `assistant.example`.'),
    ),
    name: optional(text(textUpTo(limits.grantNameLength), 'The program, as users will recognize it.')),
    redirect_uris: optional(
      json(
        z.array(textUpTo(limits.redirectUriLength)).min(1).max(limits.redirectUris),
        'Addresses to which users return: `https:`, `http:` of this computer with any port, or a scheme of an app.',
      ),
    ),
  },
  result: { client: oauthClient },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const removeOauthClient = endpoint({
  id: 'remove-oauth-client',
  method: 'DELETE',
  path: '/realm/oauth-clients/{client}',
  tag: 'grants',
  summary: 'Remove a program that users may allow',
  doc: 'Ends all that users allowed to the program, or to the programs of the host, at once. For administrators. An addition to the API.',
  missingIs404: true,
  parameters: { client: path(integer, 'The program or host.') },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
