import { LIST_SCHEMA } from './list.ts';
import { GROUP_SCHEMA } from './group-rows.ts';
import { USER_SCHEMA } from './user-rows.ts';

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

/** The resources of one page, as a directory may ask for them. */
export const MAX_PEOPLE = 500;
export const MAX_GROUPS = 20;

const no = { supported: false };

export function serviceConfig(base: string) {
  return {
    schemas: [CONFIG_SCHEMA],
    patch: { supported: true },
    bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_PEOPLE },
    changePassword: no,
    sort: no,
    etag: no,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Token of a directory',
        description: 'A token that an owner makes under Organization, Sign-in.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

function resourceType(base: string, name: 'User' | 'Group', schema: string) {
  return {
    schemas: [TYPE_SCHEMA],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}

type Kind = 'string' | 'boolean' | 'complex' | 'reference';
type Attribute = { readonly name: string; readonly type: Kind } & Readonly<Record<string, unknown>>;

function attribute(name: string, more: Readonly<Record<string, unknown>> = {}): Attribute {
  return {
    name,
    type: 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

const READ_ONLY = { mutability: 'readOnly' };

const USER_ATTRIBUTES = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('displayName'),
  attribute('name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted'),
      attribute('givenName', { mutability: 'writeOnly', returned: 'never' }),
      attribute('familyName', { mutability: 'writeOnly', returned: 'never' }),
    ],
  }),
  attribute('active', { type: 'boolean' }),
  attribute('emails', {
    type: 'complex',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [
      attribute('value', READ_ONLY),
      attribute('type', READ_ONLY),
      attribute('primary', { type: 'boolean', ...READ_ONLY }),
    ],
  }),
  attribute('groups', {
    type: 'complex',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [attribute('value', READ_ONLY), attribute('display', READ_ONLY)],
  }),
];

const GROUP_ATTRIBUTES = [
  attribute('displayName', { required: true, uniqueness: 'server', caseExact: true }),
  attribute('members', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', { mutability: 'immutable', caseExact: true }),
      attribute('type', { mutability: 'immutable' }),
    ],
  }),
];

function schema(base: string, id: string, name: string, attributes: readonly Attribute[]) {
  const location = `${base}/Schemas/${id}`;
  return { schemas: [SCHEMA_SCHEMA], id, name, attributes, meta: { resourceType: 'Schema', location } };
}

/** The documents of a list, of which each is found by its id, too. */
export function discoveryDocuments(
  base: string,
): Readonly<Record<string, readonly { readonly id: string }[]>> {
  return {
    ResourceTypes: [resourceType(base, 'User', USER_SCHEMA), resourceType(base, 'Group', GROUP_SCHEMA)],
    Schemas: [
      schema(base, USER_SCHEMA, 'User', USER_ATTRIBUTES),
      schema(base, GROUP_SCHEMA, 'Group', GROUP_ATTRIBUTES),
    ],
  };
}

export function allOf(documents: readonly unknown[]) {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: documents.length,
    startIndex: 1,
    itemsPerPage: documents.length,
    Resources: documents,
  };
}
