import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, path, text } from '../parameter.ts';
import { boolean, integer, string, textUpTo, unixSeconds } from '../primitives.ts';

/** Roles that a directory gives; owners are made by owners. */
const directoryRole = z.literal([200, 300, 400, 600]);

const claim = z.strictObject({
  name: textUpTo(limits.claimLength).describe('The name of the claim.'),
  value: textUpTo(limits.claimLength).describe('The value, or one of the values if the claim is a list.'),
});

const mapping = z.strictObject({
  group: textUpTo(limits.claimLength).describe('The group as the provider names it.'),
  user_group_id: integer.nullable().describe('The user group that its people are in; null for none.'),
  role: directoryRole.nullable().describe('The role of its people; null for none. The highest one counts.'),
});

export const directoryRules = z
  .strictObject({
    creates_accounts: z
      .boolean()
      .describe('Whether the first log-in of people with an address of an allowed domain makes an account.'),
    required_claim: claim
      .nullable()
      .describe('A statement of the provider that people without an account need.'),
    groups_claim: textUpTo(limits.claimLength).describe('The claim that lists the groups of a person.'),
    groups: z.array(mapping).max(limits.directoryGroups),
    matches_external_ids: z
      .boolean()
      .describe(
        'Whether the `externalId` of a person in the directory (SCIM) is the subject at the provider.',
      ),
  })
  .meta({
    id: 'DirectoryRules',
    description: 'Rules for people of the sign-on provider, applied at each log-in.',
  });
export type DirectoryRules = z.infer<typeof directoryRules>;

export const initialDirectoryRules: DirectoryRules = {
  creates_accounts: false,
  required_claim: null,
  groups_claim: 'groups',
  groups: [],
  matches_external_ids: false,
};

export const directoryToken = z
  .strictObject({
    id: integer,
    name: string,
    token_end: string.describe('The last characters of the token.'),
    created: unixSeconds,
    created_by: integer.describe('The owner who made it.'),
    expires: unixSeconds.describe('The token is refused from then on.'),
    last_used: unixSeconds.nullable().describe('The time of the last use, exact to five minutes.'),
  })
  .meta({
    id: 'DirectoryToken',
    description: 'A token with which a directory writes people and groups (SCIM).',
  });
export type DirectoryToken = z.infer<typeof directoryToken>;

export const getDirectory = endpoint({
  id: 'get-directory',
  method: 'GET',
  path: '/realm/directory',
  tag: 'organization',
  scope: null,
  summary: 'Get the rules and tokens of the directory',
  doc: 'The tokens of directories, and the rules for people of the sign-on provider: whether their first log-in makes an account, and which groups and roles follow from their groups there. For owners. An addition to the API.',
  result: { rules: directoryRules, tokens: z.array(directoryToken) },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const updateDirectory = endpoint({
  id: 'update-directory',
  method: 'PATCH',
  path: '/realm/directory',
  tag: 'organization',
  scope: null,
  summary: 'Change the rules of the directory',
  synonyms: ['create accounts at the first log-in', 'map groups of the provider'],
  doc: 'Replaces the rules that are given. They take effect at the next log-in of each person, and never change an owner. For owners with a log-in of the last hour. An addition to the API.',
  parameters: {
    creates_accounts: optional(json(boolean, 'Whether first log-ins make accounts.')),
    required_claim: optional(
      json(claim.nullable(), 'A statement that the provider must make; null for none.'),
    ),
    groups_claim: optional(text(textUpTo(limits.claimLength), 'The claim that lists groups.')),
    groups: optional(
      json(z.array(mapping).max(limits.directoryGroups), 'The groups that give user groups or roles.'),
    ),
    matches_external_ids: optional(
      json(boolean, 'Whether a log-in finds the account by the `externalId` of the directory.'),
    ),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const directoryOutcome = z
  .strictObject({
    account: z
      .enum(['exists', 'created', 'refused'])
      .describe('Whether the person logs in to an account, gets a new one, or none.'),
    user_id: integer.nullable().describe('The account, if it exists.'),
    reason: string.nullable().describe('Why there would be none.'),
    user_group_ids: z.array(integer).describe('The user groups that follow from the rules.'),
    role: integer.nullable().describe('The role that follows from the rules; null if they leave it.'),
  })
  .meta({ id: 'DirectoryOutcome', description: 'The result of a log-in by the rules.' });
export type DirectoryOutcome = z.infer<typeof directoryOutcome>;

export const testDirectory = endpoint({
  id: 'test-directory',
  method: 'POST',
  path: '/realm/directory/test',
  tag: 'organization',
  scope: null,
  summary: 'Ask what a person would get',
  doc: 'The account, groups and role of a person with this address, about whom the provider says this, at the first log-in. Changes nothing. For owners. An addition to the API.',
  parameters: {
    email: text(textUpTo(limits.emailLength), 'The address that the provider has confirmed.'),
    claims: optional(
      json(
        z.record(
          z.string(),
          z.union([z.string(), z.boolean(), z.array(z.string()).max(limits.directoryGroups)]),
        ),
        'Statements of the provider, such as `{"groups": ["engineers"]}`.',
      ),
    ),
  },
  result: { outcome: directoryOutcome },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const createDirectoryToken = endpoint({
  id: 'create-directory-token',
  method: 'POST',
  path: '/realm/directory/tokens',
  tag: 'organization',
  scope: null,
  summary: 'Make a token for a directory',
  synonyms: ['SCIM token', 'connect Entra ID or Okta'],
  doc: 'A token with which a directory writes people and groups at `/scim/v2` of the organization. It is shown once, and belongs to the organization: it does not end with the account of its owner. For owners with a log-in of the last hour. An addition to the API.',
  parameters: {
    name: text(textUpTo(limits.grantNameLength), 'The directory, as owners will recognize it.'),
    days: json(z.int().min(1).max(limits.grantDays), 'The days after which the token ends.'),
  },
  result: { token: string, directory_token: directoryToken },
  errors: ['UNAUTHORIZED_PRINCIPAL', 'RECENT_LOGIN_REQUIRED'],
});

export const endDirectoryToken = endpoint({
  id: 'end-directory-token',
  method: 'DELETE',
  path: '/realm/directory/tokens/{token_id}',
  tag: 'organization',
  scope: null,
  summary: 'End the token of a directory',
  doc: 'The token is refused from then on. For owners. An addition to the API.',
  missingIs404: true,
  parameters: { token_id: path(integer, 'The token.') },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
