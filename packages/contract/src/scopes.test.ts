import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { declaredEndpoints, endpoints } from './endpoints.ts';
import { arrivingEndpoints } from './endpoints/arriving.ts';
import { sessionEndpoints } from './endpoints/sessions.ts';
import { scopeNames, scopeOf, scopes, type Scope } from './scopes.ts';

const all: readonly Endpoint[] = [
  ...endpoints,
  ...declaredEndpoints,
  ...sessionEndpoints,
  ...arrivingEndpoints,
];

function operationsOf(scope: Scope | null): string[] {
  return all
    .filter((endpoint) => endpoint.auth === 'basic' && scopeOf(endpoint) === scope)
    .map(({ id }) => id)
    .toSorted();
}

test('every operation has a scope that is described, or none', () => {
  const unknown = all.filter((endpoint) => {
    const scope: Scope | null | undefined = scopeOf(endpoint);
    return scope === undefined || (scope !== null && !(scope in scopes));
  });
  expect(unknown.map(({ id }) => id)).toEqual([]);
});

test('every scope opens operations, and says which in a sentence', () => {
  for (const name of scopeNames) {
    // A grant needs it in addition to the scope of an operation.
    expect([name, operationsOf(name).length > 0]).toEqual([name, name !== 'call_operations']);
    expect(scopes[name].title).toMatch(/^[A-Z].*[^.]$/);
    expect(scopes[name].doc).toMatch(/^[A-Z].*\.$/);
  }
});

test('no grant may call what makes or shows a secret', () => {
  const secrets = ['api_key', 'email_address', 'secret', 'link_url', 'invite_link', 'upload_url'];
  const found = all.filter((endpoint) => {
    const written = JSON.stringify(z.toJSONSchema(z.object(endpoint.result), { unrepresentable: 'any' }));
    return scopeOf(endpoint) !== null && secrets.some((name) => written.includes(`"${name}"`));
  });
  expect(found.map(({ id }) => id)).toEqual([]);
});

test('operations that no grant may call are these', () => {
  expect(operationsOf(null)).toMatchInlineSnapshot(`
    [
      "add-apns-token",
      "add-fcm-token",
      "add-oauth-client",
      "add-web-push",
      "create-bot",
      "create-directory-token",
      "create-event-subscription",
      "create-grant",
      "create-invite-link",
      "create-password-link",
      "create-personal-export",
      "create-realm-import",
      "create-user",
      "deactivate-own-user",
      "deactivate-realm",
      "delete-bot",
      "delete-event-subscription",
      "delete-realm-export",
      "delete-realm-import",
      "e2ee-test-notify",
      "end-directory-token",
      "end-grant",
      "end-other-sessions",
      "end-session",
      "export-realm",
      "get-bot-api-key",
      "get-bots",
      "get-directory",
      "get-event-deliveries",
      "get-event-subscriptions",
      "get-grants",
      "get-grants-of-users",
      "get-integration",
      "get-invites",
      "get-oauth-clients",
      "get-personal-exports",
      "get-realm-export-consents",
      "get-realm-exports",
      "get-realm-import",
      "get-realm-imports",
      "get-second-steps-of-users",
      "get-sessions",
      "get-stream-email-address",
      "get-web-push",
      "reactivate-user",
      "regenerate-api-key",
      "regenerate-bot-api-key",
      "register-client-device",
      "register-push-device",
      "remove-apns-token",
      "remove-client-device",
      "remove-fcm-token",
      "remove-oauth-client",
      "remove-web-push",
      "replay-event-subscription",
      "resend-email-invite",
      "revoke-email-invite",
      "revoke-invite-link",
      "rotate-event-subscription-secret",
      "send-invites",
      "start-realm-import",
      "test-directory",
      "test-notify",
      "update-bot",
      "update-directory",
      "update-event-subscription",
      "upload-realm-import-part",
    ]
  `);
});
