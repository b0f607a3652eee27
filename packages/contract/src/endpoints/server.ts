import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { optional, text } from '../parameter.ts';
import { boolean, integer, string } from '../primitives.ts';

const authenticationMethods = z
  .strictObject({
    password: boolean.describe('Whether any of the methods takes a password.'),
    dev: boolean,
    email: boolean,
    ldap: boolean,
    azuread: boolean,
    gitlab: boolean,
    github: boolean,
    google: boolean,
    apple: boolean,
    saml: boolean,
    'openid connect': boolean,
    remoteuser: boolean,
    discord: boolean,
  })
  .meta({ id: 'AuthenticationMethods', description: 'Ways to log in, and whether they are open.' });

const externalAuthenticationMethod = z
  .strictObject({
    name: string.describe('Unique, for programs.'),
    display_name: string,
    display_icon: string.nullable().describe('Address, relative to the organization; null for no icon.'),
    login_url: string,
    signup_url: string,
  })
  .meta({ id: 'ExternalAuthenticationMethod', description: 'A way to log in with an account elsewhere.' });

export const getServerSettings = endpoint({
  id: 'get-server-settings',
  method: 'GET',
  path: '/server_settings',
  tag: 'server',
  auth: 'none',
  summary: 'Get server settings',
  doc: 'Settings that a client needs before a log-in. A host without an organization answers without the name, icon and description of one.',
  result: {
    authentication_methods: authenticationMethods.describe('Ways to log in that are open. Deprecated.'),
    external_authentication_methods: z
      .array(externalAuthenticationMethod)
      .describe('In the order of display.'),
    feature_level: integer,
    server_version: string,
    merge_base: string,
    zulip_feature_level: integer.describe('The same as `feature_level`.'),
    zulip_version: string.describe('The same as `server_version`.'),
    zulip_merge_base: string.describe('The same as `merge_base`.'),
    push_notifications_enabled: boolean,
    is_incompatible: boolean.describe('Whether this client is too old or broken to be used.'),
    email_auth_enabled: boolean,
    require_email_format_usernames: boolean,
    realm_url: string,
    realm_uri: string.describe('Older name of `realm_url`.'),
    realm_name: string.optional(),
    realm_icon: string.optional(),
    realm_description: string.optional().describe('HTML.'),
    realm_web_public_access_enabled: boolean,
  },
});

export const fetchApiKey = endpoint({
  id: 'fetch-api-key',
  method: 'POST',
  path: '/fetch_api_key',
  tag: 'server',
  auth: 'none',
  summary: 'Fetch an API key',
  synonyms: ['log in', 'login', 'sign in', 'password'],
  doc: 'Exchanges a user name and a password for the key with which all other calls authenticate.',
  parameters: {
    username: text(string, 'Address of the account, in any letter case.'),
    password: text(string, 'Password of the account.'),
    code: optional(
      text(
        string,
        'For accounts with a second step: the six digits of the authenticator app, or a recovery code.',
      ),
    ),
  },
  result: { api_key: string, email: string.describe('Real address of the account.'), user_id: integer },
  errors: [
    'NONEXISTENT_SUBDOMAIN',
    'RATE_LIMIT_HIT',
    'PASSWORD_AUTH_DISABLED',
    'REALM_DEACTIVATED',
    'USER_DEACTIVATED',
    'PASSWORD_RESET_REQUIRED',
    'SECOND_STEP_REQUIRED',
    'SECOND_STEP_SETUP_REQUIRED',
    'SECOND_STEP_FAILED',
    'AUTHENTICATION_FAILED',
  ],
});
