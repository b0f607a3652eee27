import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { auditEntry } from '../objects/audit-entry.ts';
import { json, optional, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo, number, positiveInteger, string, textUpTo } from '../primitives.ts';

export const getAuditEntries = endpoint({
  id: 'get-audit-entries',
  method: 'GET',
  path: '/realm/audit',
  tag: 'audit',
  summary: 'List audit entries',
  synonyms: ['audit log', 'audit trail', 'who changed it'],
  doc: 'The changes of the organization by administrators and operators, log-ins and exports, newest first. Each entry has the hash of itself and of all before it; `parley audit verify` follows this chain. Only for administrators and owners.',
  parameters: {
    before: optional(
      json(
        positiveInteger,
        'Only entries with a lower number: the next page after the last entry of a page.',
      ),
    ),
    limit: withDefault(
      json(z.int().min(1).max(limits.auditEntriesPerPage), 'The greatest number of entries.'),
      100,
    ),
    kinds: optional(
      json(
        listUpTo(z.enum(['change', 'access', 'export']), 3),
        'Only entries of these kinds: `change` of the organization, `access` by log-ins and keys, and `export`.',
      ),
    ),
    actions: optional(
      json(listUpTo(string, limits.auditActionsPerRequest), 'Only these actions, such as `user.changed`.'),
    ),
    actor_id: optional(json(integer, 'Only what this user did.')),
    object_type: optional(
      text(
        textUpTo(limits.auditObjectTypeLength),
        'Only entries about objects of this type, such as `channel`.',
      ),
    ),
    object_id: optional(json(integer, 'Only entries about the object with this id.')),
    since: optional(json(integer, 'Only entries of this UNIX time or later.')),
    until: optional(json(integer, 'Only entries before this UNIX time.')),
  },
  result: {
    entries: z.array(auditEntry),
    newest: integer.describe('The number of the newest entry; 0 if there is none.'),
    removed: integer.describe('Entries up to this number were removed when their retention ended.'),
    found_oldest: boolean.describe('Whether no older entry matches.'),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const getLastChanges = endpoint({
  id: 'get-last-changes',
  method: 'GET',
  path: '/realm/audit/last-changes',
  tag: 'audit',
  summary: 'List the last change of each setting',
  synonyms: ['who changed a setting'],
  doc: 'For each setting and permission of the organization that was changed, the last change. Only for administrators and owners.',
  result: {
    changes: z.array(
      z.strictObject({
        field: string.describe('The setting or permission.'),
        entry_number: integer.describe('The audit entry of the change.'),
        time: number.describe('UNIX time in seconds.'),
        actor_kind: z.enum(['user', 'visitor', 'operator', 'server', 'directory']),
        user_id: integer.nullable().describe('The user who made the change; null if no user did.'),
      }),
    ),
  },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
