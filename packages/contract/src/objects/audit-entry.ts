import * as z from 'zod';
import { integer, number, string } from '../primitives.ts';

/** The actions of the audit trail, by their kinds. */
export const auditActions = {
  change: [
    'organization.created',
    'organization.changed',
    'organization.deactivated',
    'organization.reactivated',
    'organization.moved',
    'organization.imported',
    'defaults.changed',
    'user.created',
    'user.changed',
    'user.deactivated',
    'user.reactivated',
    'user.deleted',
    'user.messages-removed',
    'bot.created',
    'bot.changed',
    'bot.deactivated',
    'bot.reactivated',
    'group.created',
    'group.changed',
    'group.members-changed',
    'group.subgroups-changed',
    'group.deactivated',
    'group.reactivated',
    'channel.created',
    'channel.changed',
    'channel.archived',
    'channel.restored',
    'channel.members-changed',
    'channel.defaults-changed',
    'folder.created',
    'folder.changed',
    'folder.order-changed',
    'topic.deleted',
    'message.deleted',
    'message.stopped',
    'invitation.sent',
    'invitation.resent',
    'invitation.revoked',
    'domain.added',
    'domain.changed',
    'domain.removed',
    'directory.changed',
    'emoji.added',
    'emoji.deactivated',
    'linkifier.added',
    'linkifier.changed',
    'linkifier.removed',
    'linkifier.order-changed',
    'playground.added',
    'playground.removed',
    'profile-field.added',
    'profile-field.changed',
    'profile-field.removed',
    'profile-field.order-changed',
    'program.added',
    'program.removed',
    'hold.placed',
    'hold.released',
    'import.requested',
    'import.started',
    'import.deleted',
    'import.taken-back',
    'secret.rotated',
    'retention.changed',
  ],
  access: [
    'login.succeeded',
    'login.failed',
    'credential.began',
    'credential.ended',
    'identity.bound',
    'directory-token.created',
    'directory-token.ended',
    'key.replaced',
    'key.shown',
    'password.changed',
    'password.reset-requested',
    'second-step.added',
    'second-step.removed',
    'recovery-codes.replaced',
  ],
  export: ['export.requested', 'export.completed', 'export.deleted', 'export.read'],
} as const;

export type AuditKind = keyof typeof auditActions;
export type AuditAction = (typeof auditActions)[AuditKind][number];

const kinds = new Map<AuditAction, AuditKind>(
  (Object.keys(auditActions) as AuditKind[]).flatMap((kind) =>
    auditActions[kind].map((action): [AuditAction, AuditKind] => [action, kind]),
  ),
);

export function kindOf(action: AuditAction): AuditKind {
  const kind = kinds.get(action);
  if (kind === undefined) throw new Error(`The action ${action} has no kind.`);
  return kind;
}

/** Types of the objects that entries name. */
export const auditObjects = [
  'organization',
  'user',
  'group',
  'channel',
  'folder',
  'message',
  'invitation',
  'domain',
  'emoji',
  'linkifier',
  'playground',
  'profile-field',
  'hold',
  'program',
  'credential',
  'directory-token',
  'export',
  'import',
] as const;
export type AuditObject = (typeof auditObjects)[number];

const values = z.record(z.string(), z.unknown());

export const auditEntry = z
  .strictObject({
    number: integer.describe('The number of the entry in the organization.'),
    time: number.describe('UNIX time in seconds.'),
    kind: z.enum(['change', 'access', 'export']),
    action: string.describe('The name of the action, such as `user.changed`.'),
    actor: z
      .strictObject({
        kind: z.enum(['user', 'visitor', 'operator', 'server', 'directory']),
        user_id: integer.nullable().describe('The user who did it; null if no user did.'),
        role: integer.nullable().describe('The role of the user then.'),
        credential_id: integer.nullable().describe('The session or key of the request.'),
        login_time: integer.nullable().describe('UNIX time at which that session or key began.'),
      })
      .describe(
        'A visitor has no account, an operator works on the server itself, the server acts on a schedule, and a directory by its token.',
      ),
    via: string.nullable().describe('The operation, page, command or job.'),
    object: z
      .strictObject({ type: string, id: integer.nullable() })
      .nullable()
      .describe('The object of the action.'),
    before: values.describe('Values that changed, as they were.'),
    after: values.describe('Values that changed, as they are since.'),
    address: string.nullable().describe('The network address of the request; null once its user is deleted.'),
    client: string.nullable().describe('The client program of the request; null once its user is deleted.'),
    hash: string.describe('The hash of the entry and of all before it, in hexadecimal digits.'),
  })
  .meta({ id: 'AuditEntry', description: 'Something that an administrator, user or operator did.' });
export type AuditEntry = z.infer<typeof auditEntry>;
