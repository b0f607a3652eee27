import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional, text } from '../parameter.ts';
import { boolean, integer, string, textUpTo } from '../primitives.ts';

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
};

export const getDirectory = endpoint({
  id: 'get-directory',
  method: 'GET',
  path: '/realm/directory',
  tag: 'organization',
  scope: null,
  summary: 'Get the rules of the directory',
  doc: 'The rules for people of the sign-on provider: whether their first log-in makes an account, and which groups and roles follow from their groups there. For owners. An addition to the API.',
  result: { rules: directoryRules },
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
