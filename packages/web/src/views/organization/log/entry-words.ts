import { realmPermissions } from '@parley/contract/objects/permission-settings.ts';
import type { State } from '@parley/client';
import type { AuditEntry } from '../../../data/actions/audit-actions.ts';
import { groupById } from '../../../data/derived/groups.ts';
import { groupName, holderNames, type Holder } from '../../../screen/group-words.ts';
import { roleName } from '../../../screen/role-name.ts';
import { channelName, userName } from '../../../screen/titles.ts';
import { plural, t } from '../../../words/index.ts';
import { permissionVerbs } from '../permissions/permission-entries.ts';
import { messageGroups, profileGroups, spanName } from '../realm-entries.ts';
import { signInGroups } from '../sign-in-entries.ts';

/** An entry of the log in words. */
export type EntryWords = {
  /** The object or value: `Role of Emil Sato`. */
  readonly what: string;
  /** The first value before, if there was one. */
  readonly was: string | undefined;
  /** The first value since, or what happened to the object. */
  readonly is: string;
};

export function entryWords(state: State, entry: AuditEntry): EntryWords {
  const { before, after } = entry;
  const [field] = Object.keys({ ...before, ...after });
  const done = doneName(entry.action);
  if (field === undefined || done !== undefined)
    return { what: objectWords(state, entry), was: undefined, is: done ?? t('changed') };
  return {
    what: `${changedWords(state, entry, field)}${moreWords(entry)}`,
    was: field in before ? valueWords(state, field, before[field]) : undefined,
    is: field in after ? valueWords(state, field, after[field]) : t('removed'),
  };
}

function moreWords({ before, after }: AuditEntry): string {
  const more = Object.keys({ ...before, ...after }).length - 1;
  return more === 0 ? '' : ` ${plural(more, { one: 'and # more', other: 'and # more' })}`;
}

export function authorName(state: State, { actor }: Pick<AuditEntry, 'actor'>): string {
  return actorName(state, actor);
}

/** Name of an author; the server and its operator have no account. */
export function actorName(state: State, actor: Pick<AuditEntry['actor'], 'kind' | 'user_id'>): string {
  if (actor.user_id !== null) return userName(state, actor.user_id);
  switch (actor.kind) {
    case 'operator':
      return t('Operator');
    case 'server':
      return t('Server');
    default:
      return t('Visitor');
  }
}

function changedWords(state: State, entry: AuditEntry, field: string): string {
  if (entry.object?.type === 'user' && field === 'role')
    return t('Role of {name}', { name: nameOf(state, entry) });
  const isOfOrganization = entry.object === null || entry.object.type === 'organization';
  return isOfOrganization ? fieldName(field) : objectWords(state, entry);
}

/** The object of an entry, such as `Group night crew`. */
export function objectWords(state: State, entry: AuditEntry): string {
  const name = nameOf(state, entry);
  switch (entry.object?.type) {
    case 'user':
      return entry.action.startsWith('bot.') ? t('Bot {name}', { name }) : name;
    case 'group':
      return t('Group {name}', { name });
    case 'channel':
      return t('Channel {name}', { name });
    case 'folder':
      return t('Folder {name}', { name });
    case 'invitation':
      return t('Invitation');
    case 'domain':
      return t('Allowed domain');
    case 'emoji':
      return t('Emoji {name}', { name });
    case 'linkifier':
      return t('Linkifier');
    case 'playground':
      return t('Playground');
    case 'profile-field':
      return t('Profile field {name}', { name });
    case 'program':
      return name;
    case 'hold':
      return t('Hold');
    case 'export':
      return t('Export');
    case 'import':
      return t('Import');
    case 'message':
      return t('Message');
    default:
      return entry.action === 'secret.rotated' ? t('Secret of the server') : t('Organization');
  }
}

function nameOf(state: State, { object, before, after }: AuditEntry): string {
  const told = [after['name'], before['name']].find((name) => typeof name === 'string');
  const { type, id } = object ?? { type: '', id: null };
  if (id === null) return told ?? '';
  if (type === 'user') return userName(state, id);
  if (type === 'channel') return channelName(state, id);
  const group = type === 'group' ? groupById(state, id) : undefined;
  return group === undefined ? (told ?? String(id)) : groupName(group);
}

/** Words for actions that make, end or use something; undefined for those that give a value another one. */
function doneName(action: string): string | undefined {
  const words: Readonly<Record<string, string>> = {
    'organization.created': t('made'),
    'organization.deactivated': t('deactivated'),
    'organization.reactivated': t('active again'),
    'organization.imported': t('imported'),
    'user.created': t('account made'),
    'user.deactivated': t('deactivated'),
    'user.reactivated': t('active again'),
    'user.deleted': t('deleted'),
    'user.messages-removed': t('messages deleted'),
    'bot.created': t('made'),
    'bot.deactivated': t('deactivated'),
    'bot.reactivated': t('active again'),
    'group.created': t('made'),
    'group.deactivated': t('deactivated'),
    'group.reactivated': t('active again'),
    'channel.created': t('made'),
    'channel.archived': t('archived'),
    'channel.restored': t('in use again'),
    'folder.created': t('made'),
    'topic.deleted': t('topic deleted'),
    'message.deleted': t('deleted'),
    'message.stopped': t('stopped'),
    'invitation.revoked': t('revoked'),
    'domain.removed': t('removed'),
    'emoji.added': t('added'),
    'emoji.deactivated': t('removed'),
    'linkifier.removed': t('removed'),
    'playground.removed': t('removed'),
    'profile-field.added': t('added'),
    'profile-field.removed': t('removed'),
    'program.added': t('added'),
    'program.removed': t('removed'),
    'hold.placed': t('placed'),
    'hold.released': t('released'),
    'import.requested': t('requested'),
    'import.started': t('started'),
    'import.deleted': t('deleted'),
    'import.taken-back': t('taken back'),
    'secret.rotated': t('changed'),
    'login.succeeded': t('logged in'),
    'login.failed': t('log-in failed'),
    'credential.began': t('key made'),
    'credential.ended': t('logged out'),
    'key.replaced': t('new key'),
    'key.shown': t('key shown'),
    'password.changed': t('new password'),
    'password.reset-requested': t('asked for a new password'),
    'second-step.added': t('second step added'),
    'second-step.removed': t('second step removed'),
    'recovery-codes.replaced': t('new recovery codes'),
    'export.requested': t('requested'),
    'export.completed': t('made'),
    'export.deleted': t('deleted'),
    'export.read': t('downloaded'),
  };
  return words[action];
}

/** The label of a setting or permission on its page; its name in the API if no page has it. */
function fieldName(field: string): string {
  const settings = [...profileGroups(), ...messageGroups(), ...signInGroups()].flatMap(
    ({ entries }) => entries,
  );
  const permissions = permissionVerbs().flatMap(({ entries }) => entries);
  const found = [...settings, ...permissions].find(({ name }) => name === field);
  return found?.label ?? field.replaceAll('_', ' ');
}

export function valueWords(state: State, field: string, value: unknown): string {
  if (value === null) return t('none');
  if (field === 'role' && typeof value === 'number') return roleName(value);
  if (
    isHolder(value) ||
    (typeof value === 'number' && (field.startsWith('can_') || field in realmPermissions))
  )
    return holderNames(state, value);
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  if (typeof value === 'number') {
    if (field.endsWith('_seconds')) return spanName(value);
    if (field.endsWith('_days')) return value === -1 ? t('forever') : t('{count} days', { count: value });
    return String(value);
  }
  if (typeof value === 'string') return value;
  return Array.isArray(value)
    ? plural(value.length, { one: '# entry', other: '# entries' })
    : JSON.stringify(value);
}

function isHolder(value: unknown): value is Exclude<Holder, number> {
  return (
    typeof value === 'object' && value !== null && 'direct_members' in value && 'direct_subgroups' in value
  );
}
