import { consentableScopes } from '@parley/contract/scopes.ts';
import type { Page } from '../../../http/page.ts';
import type { HttpResponse } from '../../../http/response.ts';
import { realmAt } from '../../joining/entry.ts';
import { identifierOf, issuerOf, metadataPathOf, resources, type Resource } from '../resources.ts';

/** Documents for programs of any origin; they are the same for everybody. */
function document(content: object): HttpResponse {
  return {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    },
    body: `${JSON.stringify(content)}\n`,
  };
}

/** Says which server issues tokens for a part of the organization (RFC 9728). */
function resourceMetadata(resource: Resource): Page {
  return {
    path: metadataPathOf(resource),
    handle: async (world, request) => {
      const realm = await realmAt(world, request);
      const { hosts } = world.config;
      return document({
        resource: identifierOf(hosts, realm, resource),
        authorization_servers: [issuerOf(hosts, realm)],
        scopes_supported: consentableScopes,
        bearer_methods_supported: ['header'],
        resource_name: realm.name,
        resource_documentation: `${issuerOf(hosts, realm)}/docs/oauth`,
      });
    },
  };
}

/** Says how programs get tokens (RFC 8414). */
const serverMetadata: Page = {
  path: '/.well-known/oauth-authorization-server',
  handle: async (world, request) => {
    const issuer = issuerOf(world.config.hosts, await realmAt(world, request));
    return document({
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      scopes_supported: consentableScopes,
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      protected_resources: resources.map((resource) => `${issuer}${resource}`),
      service_documentation: `${issuer}/docs/oauth`,
    });
  },
};

export const metadataPages: readonly Page[] = [...resources.map(resourceMetadata), serverMetadata];
