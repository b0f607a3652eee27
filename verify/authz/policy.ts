/**
 * The authorization rules of the API, stated a second time and independently of the server's own checks, so that a
 * mistake has to be made twice to go unnoticed.
 */

export type Role = 100 | 200 | 300 | 400 | 600;

/** The facts about a caller that decide. */
export type Who = {
  readonly kind: string;
  /** Whether the credentials open the organization that is asked. */
  readonly enters: boolean;
  /** Sends no credentials to an organization that visitors may read. */
  readonly spectates: boolean;
  /** Calls operations where visitors may, which is below `/json`. */
  readonly visits: boolean;
  /** Asks an organization that is closed. */
  readonly closed: boolean;
  /** The owner of another organization, who asks there about things of ours. */
  readonly elsewhere: boolean;
  readonly role: Role;
  readonly isBot: boolean;
  /** Whether the key opens nothing but the sending of messages. */
  readonly onlySends: boolean;
  /** Whether subscribed to the channels that are asked about. */
  readonly subscribed: boolean;
  /** The right in those channels that comes from being in a group. */
  readonly right: 'none' | 'subscribe' | 'administer';
};

const CHANNELS = [
  'public',
  'web-public',
  'private',
  'protected',
  'archived',
  'archived private',
  'foreign',
  'missing',
] as const;
const USERS = [
  'self',
  'visible',
  'once visible',
  'hidden',
  'own bot',
  "other's bot",
  'deactivated',
  'an owner',
  'foreign',
  'missing',
] as const;
const GROUPS = ['system', 'own', "other's", 'deactivated', 'foreign', 'missing'] as const;
const MINE = ['own', "other's", 'foreign', 'missing'] as const;
const OURS = ['ours', 'foreign', 'missing'] as const;
const EMOJI = ['own', "other's", 'deactivated', 'foreign', 'missing'] as const;
const FIELDS = ['ours', 'locked', 'foreign', 'missing'] as const;
/** Where a message is, or whose. */
const MESSAGES = [
  'in public',
  'in web-public',
  'in private',
  'in protected',
  'in protected, earlier',
  'in archived',
  'own direct',
  'direct to me',
  "others' direct",
  'foreign',
  'missing',
] as const;
/** Of whom a file is, or where it was shared. */
const FILES = [
  'own',
  "other's",
  'in public',
  'in web-public',
  'in private',
  'in protected',
  'in archived',
  'direct to me',
  "others' direct",
  'foreign',
  'missing',
] as const;
const LOGINS = ['right password', 'wrong password', 'deactivated', 'foreign', 'missing'] as const;

export const relations = {
  nothing: ['-'],
  channel: CHANNELS,
  user: USERS,
  group: GROUPS,
  draft: MINE,
  snippet: MINE,
  subscription: MINE,
  scheduled: MINE,
  reminder: MINE,
  device: MINE,
  'push device': MINE,
  view: MINE,
  queue: MINE,
  linkifier: OURS,
  playground: OURS,
  emoji: EMOJI,
  domain: OURS,
  hold: OURS,
  grant: MINE,
  'oauth client': OURS,
  'directory token': OURS,
  export: OURS,
  'personal export': OURS,
  import: OURS,
  folder: OURS,
  field: FIELDS,
  login: LOGINS,
  message: MESSAGES,
  invitation: MINE,
  'invitation link': MINE,
  file: FILES,
  picture: FILES,
} as const;

export type Axis = keyof typeof relations;
export type Relation = (typeof relations)[Axis][number];

export type Verdict =
  /** With 200 unless it is said. */
  | { readonly allow: true; readonly status?: number }
  | {
      readonly allow: false;
      readonly status: number;
      readonly code: string | undefined;
      /** The answer is the one for a thing that does not exist. */
      readonly likeMissing: boolean;
    };

/** One way to call an operation. Undefined from `rule` means that the texts say nothing, or that it cannot be. */
export type Policy = {
  readonly operation: string;
  /** Tells several ways to call one operation apart. */
  readonly way?: string;
  readonly axis: Axis;
  readonly changes: boolean;
  /** Whether it is answered without asking who it is. */
  readonly asksNobody?: boolean;
  /** The resource that an allowed call uses up. */
  readonly spends?: 'actor' | 'organization';
  /** Whether a denied call notifies another user. */
  readonly warns?: (who: Who, relation: Relation) => boolean;
  /** The visibility of the channel for others after the call. */
  readonly becomes?: 'public';
  rule(who: Who, relation: Relation): Verdict | undefined;
  /** The same for visitors without an account; without it, the operation needs an account. */
  readonly visitors?: Policy['rule'];
};

export const allow: Verdict = { allow: true };

export function deny(status = 400, code = 'BAD_REQUEST'): Verdict {
  return {
    allow: false,
    status,
    code,
    likeMissing: false,
  };
}

export function hide(status = 400, code = 'BAD_REQUEST'): Verdict {
  return {
    allow: false,
    status,
    code,
    likeMissing: true,
  };
}

function needsAccount(): Verdict {
  return unauthorized;
}

export const notPrincipal = deny(400, 'UNAUTHORIZED_PRINCIPAL');
const unauthorized = deny(401, 'UNAUTHORIZED');

export function isGuest({ role }: Who): boolean {
  return role === 600;
}

export function isAdmin({ role }: Who): boolean {
  return role <= 200;
}

export function isOwner({ role }: Who): boolean {
  return role === 100;
}

function isHumanMember(who: Who): boolean {
  return !isGuest(who) && !who.isBot;
}

export function absent(relation: Relation): boolean {
  return relation === 'missing' || relation === 'foreign';
}

// Channels: groups-and-permissions, section 8.

function isOpen(relation: Relation): boolean {
  return relation === 'public' || relation === 'archived';
}

export function isArchived(relation: Relation): boolean {
  return relation === 'archived' || relation === 'archived private';
}

/** Name, description, settings and subscribers. */
export function seesChannel(who: Who, relation: Relation): boolean {
  if (who.spectates) return relation === 'web-public';
  if (who.elsewhere || !who.enters || absent(relation)) return false;
  if (relation === 'web-public' || who.subscribed) return true;
  if (isGuest(who)) return false;
  return isOpen(relation) || isAdmin(who) || who.right !== 'none';
}

export function readsChannel(who: Who, relation: Relation): boolean {
  if (who.elsewhere || absent(relation)) return false;
  if (relation === 'web-public' || who.subscribed) return true;
  if (isGuest(who)) return false;
  return isOpen(relation) || who.right === 'subscribe';
}

function runsChannel(who: Who, relation: Relation): boolean {
  return (
    !who.elsewhere && !absent(relation) && (isAdmin(who) || (who.right === 'administer' && !isGuest(who)))
  );
}

export function channelAdministration(inner: (who: Who, relation: Relation) => Verdict | undefined) {
  return (who: Who, relation: Relation): Verdict | undefined => {
    if (runsChannel(who, relation)) return inner(who, relation);
    return readsChannel(who, relation) ? deny() : hide();
  };
}

export function readsLiving(who: Who, relation: Relation): Verdict {
  return readsChannel(who, relation) && !isArchived(relation) ? allow : hide();
}

function hasSettings(who: Who, relation: Relation): Verdict {
  if (!readsChannel(who, relation) || isArchived(relation)) return hide();
  return who.subscribed ? allow : deny();
}

/** By name: what does not exist is created, so the names of one organization mean nothing in another. */
function joins(who: Who, relation: Relation): Verdict | undefined {
  if (isGuest(who)) return deny();
  if (relation === 'missing') return allow;
  if (who.elsewhere || relation === 'foreign') return undefined;
  return readsChannel(who, relation) ? allow : deny();
}

// Users: users-and-profile-fields, with guests who see only those they share a channel with.

/** Relations to a user who shares no channel with the caller, or no longer does. */
export const OUT_OF_SIGHT: ReadonlySet<Relation> = new Set(['hidden', 'once visible']);

function unseen(who: Who, relation: Relation): boolean {
  return (
    absent(relation) || (isGuest(who) && OUT_OF_SIGHT.has(relation)) || (who.elsewhere && relation !== 'self')
  );
}

/** Only users who can own bots have some; whether guests see deactivated users is said nowhere. */
function cannotBe(who: Who, relation: Relation): boolean {
  return (
    (relation === 'own bot' && (!isHumanMember(who) || who.elsewhere)) ||
    (relation === 'deactivated' && isGuest(who))
  );
}

export function user(inner: (who: Who, relation: Relation) => Verdict | undefined) {
  return (who: Who, relation: Relation): Verdict | undefined => {
    if (cannotBe(who, relation)) return undefined;
    return unseen(who, relation) ? hide() : inner(who, relation);
  };
}

function mayUpdate(who: Who, relation: Relation): Verdict {
  return isAdmin(who) || relation === 'own bot' ? allow : deny();
}

function mayChangeRole(who: Who, relation: Relation): Verdict | undefined {
  if (relation === 'self') return isOwner(who) ? undefined : isAdmin(who) ? undefined : deny();
  if (relation === 'an owner' && isAdmin(who)) return isOwner(who) ? allow : notPrincipal;
  if (isAdmin(who)) return allow;
  return relation === 'own bot' ? notPrincipal : deny();
}

function mayDeactivate(who: Who, relation: Relation): Verdict | undefined {
  if (relation === 'self') return undefined;
  if (relation === 'own bot' || relation === "other's bot") return deny();
  if (!isAdmin(who)) return deny();
  if (relation === 'deactivated') return deny();
  if (relation === 'an owner') return isOwner(who) ? allow : notPrincipal;
  return allow;
}

export function keepsBot(who: Who, relation: Relation): Verdict | undefined {
  if (cannotBe(who, relation)) return undefined;
  if (unseen(who, relation) || (relation !== 'own bot' && relation !== "other's bot")) return deny();
  return relation === 'own bot' || isAdmin(who) ? allow : deny();
}

function ownsBot(who: Who, relation: Relation): Verdict | undefined {
  const verdict = keepsBot(who, relation);
  return verdict === undefined || relation === 'own bot' ? verdict : deny();
}

export function humanMembers(inner: (who: Who, relation: Relation) => Verdict | undefined) {
  return (who: Who, relation: Relation): Verdict | undefined =>
    isHumanMember(who) ? inner(who, relation) : deny();
}

// Groups: groups-and-permissions, sections 6 and 7. Owners manage all groups.

function reachesGroup(who: Who, relation: Relation): boolean {
  return !who.elsewhere && !absent(relation);
}

function managesGroup(who: Who, relation: Relation): boolean {
  return relation === 'own' || isOwner(who);
}

function ownGroupCannotBe(who: Who, relation: Relation): boolean {
  return relation === 'own' && (!isHumanMember(who) || who.elsewhere);
}

function noGuests(inner: (who: Who, relation: Relation) => Verdict | undefined) {
  return (who: Who, relation: Relation): Verdict | undefined =>
    isGuest(who) ? deny() : inner(who, relation);
}

export function group(inner: (who: Who, relation: Relation) => Verdict | undefined) {
  return (who: Who, relation: Relation): Verdict | undefined => {
    if (ownGroupCannotBe(who, relation)) return undefined;
    if (isGuest(who)) return deny();
    return reachesGroup(who, relation) ? inner(who, relation) : hide();
  };
}

export function changesGroup(who: Who, relation: Relation): Verdict {
  if (relation === 'system') return deny();
  return managesGroup(who, relation) ? allow : deny();
}

function addsMembers(who: Who, relation: Relation): Verdict {
  if (relation === 'system') return deny();
  const given = who.right === 'subscribe' && (relation === "other's" || relation === 'deactivated');
  return managesGroup(who, relation) || given ? allow : deny();
}

function looksInside(_who: Who, relation: Relation): Verdict {
  return relation === 'deactivated' ? deny() : allow;
}

// Things of one user and of the organization.

export function mine(who: Who, relation: Relation): Verdict {
  return relation === 'own' && !(who.elsewhere && relation !== 'own') ? allow : hide(404);
}

function queueOf(_who: Who, relation: Relation): Verdict {
  return relation === 'own' ? allow : hide(400, 'BAD_EVENT_QUEUE_ID');
}

export function administrators(inner: (who: Who, relation: Relation) => Verdict | undefined) {
  return (who: Who, relation: Relation): Verdict | undefined =>
    isAdmin(who) ? inner(who, relation) : notPrincipal;
}

function owners(inner: (who: Who, relation: Relation) => Verdict | undefined) {
  return (who: Who, relation: Relation): Verdict | undefined =>
    isOwner(who) ? inner(who, relation) : notPrincipal;
}

/** Presence and status are of users who are there. */
function isThere(who: Who, relation: Relation): Verdict {
  return relation === 'own bot' ||
    relation === "other's bot" ||
    relation === 'deactivated' ||
    (relation === 'self' && who.isBot)
    ? deny()
    : allow;
}

function ours(who: Who, relation: Relation): Verdict {
  return absent(relation) || who.elsewhere ? hide() : allow;
}

function oursOr404(who: Who, relation: Relation): Verdict {
  return ours(who, relation).allow ? allow : hide(404);
}

function withRecentLoginToOurs(who: Who, relation: Relation): Verdict {
  return who.isBot ? withRecentLogin(who) : oursOr404(who, relation);
}

export function anybody(): Verdict {
  return allow;
}

function guestsNot(who: Who): Verdict {
  return isGuest(who) ? deny() : allow;
}

/** Bots have none. */
function myDevice(who: Who, relation: Relation): Verdict | undefined {
  if (who.isBot) return relation === 'own' ? undefined : deny();
  return relation === 'own' ? allow : hide();
}

export function botsNot(who: Who): Verdict {
  return who.isBot ? deny() : allow;
}

/** Bots do not log in. */
function withRecentLogin(who: Who): Verdict {
  return who.isBot ? deny(403, 'RECENT_LOGIN_REQUIRED') : allow;
}

/** Administrators end those of others too. */
function grantOf(who: Who, relation: Relation): Verdict {
  if (relation === 'own') return allow;
  return relation === "other's" && isAdmin(who) && !who.elsewhere ? allow : hide(404);
}

function ownField(who: Who, relation: Relation): Verdict {
  if (who.isBot) return deny();
  if (absent(relation) || who.elsewhere) return hide();
  return relation === 'locked' && !isAdmin(who) ? deny() : allow;
}

/** Invitations: organization settings, section 6. Guests and bots have none. */
function invitation(who: Who, relation: Relation): Verdict {
  if (!isHumanMember(who)) return deny();
  if (absent(relation)) return hide();
  return relation === 'own' || isAdmin(who) ? allow : hide();
}

function inviting(who: Who): Verdict {
  return isHumanMember(who) ? allow : deny();
}

function linking(who: Who): Verdict {
  return isHumanMember(who) && isAdmin(who) ? allow : deny();
}

function login(who: Who, relation: Relation): Verdict {
  if (who.closed) return deny(401, 'REALM_DEACTIVATED');
  if (who.elsewhere) return hide(401, 'AUTHENTICATION_FAILED');
  if (relation === 'right password') return allow;
  if (relation === 'deactivated') return deny(401, 'USER_DEACTIVATED');
  return hide(401, 'AUTHENTICATION_FAILED');
}

export function read(operation: string, axis: Axis, rule: Policy['rule'], way?: string): Policy {
  return {
    operation,
    axis,
    rule,
    changes: false,
    ...(way === undefined ? {} : { way }),
  };
}

export function write(
  operation: string,
  axis: Axis,
  rule: Policy['rule'],
  more: Partial<Pick<Policy, 'way' | 'spends' | 'becomes' | 'warns'>> = {},
): Policy {
  return { operation, axis, rule, changes: true, ...more };
}

/** Channels, section 11: by default only owners make channels web-public, and the other organization has no visitors. */
export function opensToWeb(who: Who): Verdict {
  return isOwner(who) && !who.elsewhere ? allow : deny();
}

/** Welcome, section 9: what visitors without an account may read. */
export function openToVisitors(policy: Policy, visitors: Policy['rule']): Policy {
  return { ...policy, visitors };
}

export const policies: readonly Policy[] = [
  read('get-server-settings', 'nothing', anybody),
  read('fetch-api-key', 'login', login),
  openToVisitors(read('register-queue', 'nothing', anybody), anybody),
  openToVisitors(read('register-queue', 'nothing', guestsNot, 'all public channels'), anybody),
  read('get-events', 'queue', queueOf),
  write('delete-queue', 'queue', queueOf),

  openToVisitors(read('get-users', 'nothing', anybody), anybody),
  openToVisitors(read('get-users', 'user', anybody, 'by id'), anybody),
  read('get-user-list-part', 'nothing', anybody),
  write(
    'create-user',
    'nothing',
    administrators(() => deny()),
  ),
  read('get-own-user', 'nothing', anybody),
  write('upload-avatar', 'nothing', anybody),
  write('delete-avatar', 'nothing', anybody),
  write('upload-realm-icon', 'nothing', administrators(anybody)),
  write('delete-realm-icon', 'nothing', administrators(anybody)),
  write('upload-realm-logo', 'nothing', administrators(anybody)),
  write('delete-realm-logo', 'nothing', administrators(anybody)),
  write('deactivate-own-user', 'nothing', withRecentLogin, { spends: 'actor' }),
  write('regenerate-api-key', 'nothing', anybody, { spends: 'actor' }),
  read('get-user', 'user', user(anybody)),
  read('get-user-by-email', 'user', user(anybody)),
  write('update-user', 'user', user(mayUpdate), { way: 'name' }),
  write('update-user', 'user', user(mayChangeRole), { way: 'role' }),
  write(
    'update-user',
    'user',
    user((who, relation) =>
      isOwner(who)
        ? undefined
        : relation === 'own bot' || (isAdmin(who) && relation !== 'an owner')
          ? notPrincipal
          : isAdmin(who)
            ? allow
            : deny(),
    ),
    { way: 'to owner' },
  ),
  write('update-user-by-email', 'user', user(mayUpdate)),
  write('deactivate-user', 'user', user(mayDeactivate)),
  write(
    'reactivate-user',
    'user',
    user((who, relation) =>
      relation === 'own bot' || relation === "other's bot" ? undefined : isAdmin(who) ? allow : deny(),
    ),
  ),
  read('get-bots', 'nothing', humanMembers(anybody)),
  write('create-bot', 'nothing', humanMembers(anybody)),
  write('update-bot', 'user', humanMembers(keepsBot)),
  write('delete-bot', 'user', keepsBot),
  read('get-bot-api-key', 'user', humanMembers(ownsBot)),
  write('regenerate-bot-api-key', 'user', humanMembers(keepsBot)),
  read('get-bot-storage', 'nothing', anybody),
  write('update-bot-storage', 'nothing', anybody),
  write('remove-bot-storage', 'nothing', anybody),

  read('get-user-groups', 'nothing', noGuests(anybody)),
  write('create-user-group', 'nothing', noGuests(anybody)),
  write('update-user-group', 'group', group(changesGroup)),
  write('deactivate-user-group', 'group', (who, relation) => {
    if (ownGroupCannotBe(who, relation)) return undefined;
    if (!reachesGroup(who, relation)) return hide();
    return relation === 'deactivated' ? deny() : changesGroup(who, relation);
  }),
  write('update-user-group-members', 'group', group(addsMembers), { way: 'add' }),
  write('update-user-group-members', 'group', group(changesGroup), { way: 'remove' }),
  read('get-user-group-members', 'group', group(looksInside)),
  read('get-is-user-group-member', 'group', group(looksInside)),
  write('update-user-group-subgroups', 'group', group(addsMembers)),
  read('get-user-group-subgroups', 'group', group(looksInside)),

  read('get-custom-profile-fields', 'nothing', anybody),
  write('create-custom-profile-field', 'nothing', administrators(anybody)),
  write('reorder-custom-profile-fields', 'nothing', administrators(anybody)),
  write('update-custom-profile-field', 'field', administrators(ours)),
  write('delete-custom-profile-field', 'field', administrators(ours)),
  write('update-profile-data', 'field', ownField),
  write('remove-profile-data', 'field', ownField),
  read('get-linkifiers', 'nothing', anybody),
  write('add-linkifier', 'nothing', administrators(anybody)),
  write('update-linkifier', 'linkifier', administrators(ours)),
  write('remove-linkifier', 'linkifier', administrators(ours)),
  write('reorder-linkifiers', 'nothing', administrators(anybody)),
  write('add-code-playground', 'nothing', administrators(anybody)),
  write('remove-code-playground', 'playground', administrators(ours)),
  read('get-custom-emoji', 'nothing', anybody),
  write('upload-custom-emoji', 'nothing', humanMembers(anybody)),
  write('deactivate-custom-emoji', 'emoji', (who, relation) => {
    if (relation === 'own' && (!isHumanMember(who) || who.elsewhere)) return undefined;
    if (who.elsewhere || absent(relation) || relation === 'deactivated') return hide(404);
    return relation === 'own' || isAdmin(who) ? allow : deny();
  }),
  read('get-realm-domains', 'nothing', anybody),
  write('add-realm-domain', 'nothing', owners(anybody)),
  write('patch-realm-domain', 'domain', owners(ours)),
  write('delete-realm-domain', 'domain', owners(ours)),

  read('get-drafts', 'nothing', anybody),
  write('create-drafts', 'nothing', anybody),
  write('create-drafts', 'channel', readsLiving, { way: 'to a channel' }),
  write(
    'create-drafts',
    'user',
    user((who, relation) => (relation === 'deactivated' ? deny() : allow)),
    { way: 'to a user' },
  ),
  write('edit-draft', 'draft', mine),
  write('delete-draft', 'draft', mine),
  read('get-navigation-views', 'nothing', anybody),
  write('add-navigation-view', 'nothing', anybody),
  write('edit-navigation-view', 'view', mine),
  write('remove-navigation-view', 'view', mine),
  read('get-alert-words', 'nothing', anybody),
  write('add-alert-words', 'nothing', anybody),
  write('remove-alert-words', 'nothing', anybody),
  write(
    'mute-user',
    'user',
    user((_who, relation) => (relation === 'self' ? deny() : allow)),
  ),
  write(
    'unmute-user',
    'user',
    user((_who, relation) => (relation === 'self' ? deny() : allow)),
  ),
  read('get-saved-snippets', 'nothing', anybody),
  write('create-saved-snippet', 'nothing', anybody),
  write('edit-saved-snippet', 'snippet', mine),
  write('delete-saved-snippet', 'snippet', mine),
  read('get-event-subscriptions', 'nothing', anybody),
  write('create-event-subscription', 'nothing', anybody),
  write('update-event-subscription', 'subscription', mine),
  write('replay-event-subscription', 'subscription', mine),
  write('rotate-event-subscription-secret', 'subscription', mine),
  read('get-event-deliveries', 'subscription', mine),
  write('delete-event-subscription', 'subscription', mine),
  read('get-integration', 'nothing', anybody),
  read('get-personal-exports', 'nothing', botsNot),
  write('create-personal-export', 'nothing', botsNot, { spends: 'actor' }),
  write('create-realm-import', 'nothing', owners(withRecentLogin)),
  write('upload-realm-import-part', 'import', owners(oursOr404)),
  read('get-realm-imports', 'nothing', owners(anybody)),
  read('get-realm-import', 'import', owners(oursOr404)),
  write('start-realm-import', 'import', owners(withRecentLoginToOurs)),
  write('delete-realm-import', 'import', owners(withRecentLoginToOurs)),
  read('get-audit-entries', 'nothing', administrators(anybody)),
  read('get-last-changes', 'nothing', administrators(anybody)),
  read('get-grants', 'nothing', anybody),
  write('create-grant', 'nothing', botsNot, { spends: 'actor' }),
  write('end-grant', 'grant', grantOf),
  read('get-grants-of-users', 'nothing', administrators(anybody)),
  read('get-second-steps-of-users', 'nothing', administrators(anybody)),
  read('get-oauth-clients', 'nothing', administrators(anybody)),
  write('add-oauth-client', 'nothing', administrators(withRecentLogin)),
  write('remove-oauth-client', 'oauth client', administrators(oursOr404)),
  read('get-directory', 'nothing', owners(anybody)),
  write('update-directory', 'nothing', owners(withRecentLogin)),
  read('test-directory', 'nothing', owners(anybody)),
  write('create-directory-token', 'nothing', owners(withRecentLogin)),
  write('end-directory-token', 'directory token', owners(oursOr404)),
  read('get-holds', 'nothing', owners(anybody)),
  write(
    'create-hold',
    'hold',
    owners((who, relation) => (ours(who, relation).allow ? allow : deny())),
  ),
  write('delete-hold', 'hold', owners(oursOr404)),

  read('get-invites', 'nothing', inviting),
  write('send-invites', 'nothing', inviting),
  write(
    'send-invites',
    'nothing',
    (who) => {
      if (!isHumanMember(who)) return deny();
      return isOwner(who) ? allow : notPrincipal;
    },
    { way: 'an owner' },
  ),
  write('send-invites', 'nothing', linking, { way: 'a moderator' }),
  write('create-invite-link', 'nothing', linking),
  write('revoke-email-invite', 'invitation', invitation),
  write('resend-email-invite', 'invitation', invitation),
  write('revoke-invite-link', 'invitation link', invitation),
  write('register-client-device', 'nothing', botsNot),
  write('remove-client-device', 'device', myDevice),
  write('register-push-device', 'device', myDevice),
  read('get-web-push', 'nothing', botsNot),
  write('add-web-push', 'nothing', botsNot),
  write('remove-web-push', 'push device', myDevice),
  write('add-apns-token', 'nothing', botsNot),
  write('add-fcm-token', 'nothing', botsNot),
  // Nobody has the token that is asked about.
  write('remove-apns-token', 'nothing', () => deny()),
  write('remove-fcm-token', 'nothing', () => deny()),
  read('test-notify', 'nothing', (who) => (who.isBot ? deny() : deny(400, 'INVALID_PUSH_DEVICE_TOKEN'))),
  read('e2ee-test-notify', 'nothing', (who) => (who.isBot ? deny() : deny(400, 'NO_ACTIVE_PUSH_DEVICE'))),

  write('update-settings', 'nothing', botsNot),
  write(
    'update-settings',
    'user',
    (who, relation) => {
      if (who.isBot) return deny();
      if (!isAdmin(who)) return notPrincipal;
      return relation === 'visible'
        ? who.elsewhere
          ? deny()
          : allow
        : absent(relation)
          ? deny()
          : undefined;
    },
    { way: 'of others' },
  ),
  write('update-display-settings', 'nothing', botsNot),
  write('update-notification-settings', 'nothing', botsNot),
  write('update-realm-user-settings-defaults', 'nothing', administrators(anybody)),
  write('update-realm', 'nothing', administrators(anybody)),
  write('update-realm', 'nothing', owners(anybody), { way: 'for owners' }),
  write('deactivate-realm', 'nothing', owners(anybody), { spends: 'organization' }),
  write('export-realm', 'nothing', administrators(anybody)),
  read('get-realm-exports', 'nothing', administrators(anybody)),
  read('get-realm-export-consents', 'nothing', administrators(anybody)),
  write('delete-realm-export', 'export', administrators(ours)),

  write('update-presence', 'nothing', botsNot),
  read('get-user-presence', 'user', user(isThere)),
  read('get-presence', 'nothing', anybody),
  write('update-status', 'nothing', botsNot),
  write('update-status-for-user', 'user', administrators(user(isThere))),
  read('get-user-status', 'user', user(isThere)),

  write('subscribe', 'channel', joins, { way: 'oneself' }),
  write('subscribe', 'channel', joins, { way: 'others' }),
  write(
    'subscribe',
    'user',
    (who, relation) => {
      if (isGuest(who)) return deny();
      if (cannotBe(who, relation)) return undefined;
      return unseen(who, relation) ? hide() : relation === 'deactivated' ? deny() : allow;
    },
    { way: 'somebody' },
  ),
  write(
    'unsubscribe',
    'channel',
    (who, relation) => {
      if (who.elsewhere || absent(relation)) return hide();
      return seesChannel(who, relation) ? allow : undefined;
    },
    { way: 'oneself' },
  ),
  write(
    'unsubscribe',
    'channel',
    (who, relation) => {
      if (who.elsewhere) return deny();
      if (absent(relation)) return deny();
      return runsChannel(who, relation) ? allow : deny();
    },
    { way: 'others' },
  ),
  write('update-subscriptions', 'channel', joins),
  read('get-subscriptions', 'nothing', anybody),
  write('update-subscription-property', 'channel', hasSettings),
  write('update-subscription-settings', 'channel', hasSettings),
  read('get-subscription-status', 'channel', (who, relation) =>
    seesChannel(who, relation) ? allow : hide(),
  ),
  read('get-subscription-status', 'user', user(anybody), 'of somebody'),
  read('get-user-channels', 'user', user(anybody)),
  write('mute-topic', 'channel', readsLiving),
  write('update-user-topic', 'channel', readsLiving),
  write('create-channel', 'nothing', guestsNot),
  write('create-channel', 'nothing', guestsNot, { way: 'private' }),
  write('create-channel', 'nothing', (who) => (isAdmin(who) ? allow : deny()), { way: 'for everybody new' }),
  write('create-channel', 'nothing', (who) => (isOwner(who) ? allow : isGuest(who) ? deny() : notPrincipal), {
    way: 'with retention',
  }),
  write('create-channel', 'nothing', opensToWeb, { way: 'web-public' }),
  write('update-stream', 'nothing', opensToWeb, { way: 'web-public' }),
  read('get-streams', 'nothing', anybody),
  read('get-stream-by-id', 'channel', (who, relation) => (seesChannel(who, relation) ? allow : hide())),
  read('get-subscribers', 'channel', (who, relation) => (seesChannel(who, relation) ? allow : hide())),
  read('get-stream-id', 'channel', readsLiving),
  // A user who could subscribe to a channel with protected history may not write there before subscribing.
  read('get-stream-email-address', 'channel', (who, relation) =>
    relation === 'protected' && readsChannel(who, relation) && !who.subscribed
      ? deny()
      : readsLiving(who, relation),
  ),
  read(
    'get-stream-email-address',
    'user',
    (who, relation) => {
      if (cannotBe(who, relation)) return undefined;
      if (relation === 'self') return allow;
      const isBot = relation === 'own bot' || relation === "other's bot";
      if (unseen(who, relation) || !isBot) return deny();
      return relation === 'own bot' || isAdmin(who) ? allow : deny();
    },
    'as somebody',
  ),
  write('update-stream', 'channel', channelAdministration(anybody), { way: 'description' }),
  write(
    'update-stream',
    'channel',
    channelAdministration((who, relation) => (readsChannel(who, relation) ? allow : deny())),
    { way: 'privacy', becomes: 'public' },
  ),
  write(
    'update-stream',
    'channel',
    channelAdministration((who) => (isOwner(who) ? allow : notPrincipal)),
    { way: 'retention' },
  ),
  write(
    'update-stream',
    'channel',
    channelAdministration((who, relation) => (readsChannel(who, relation) ? allow : deny())),
    { way: 'who may subscribe' },
  ),
  write(
    'archive-stream',
    'channel',
    channelAdministration((_who, relation) => (isArchived(relation) ? deny() : allow)),
  ),
  write(
    'end-stream-email-addresses',
    'channel',
    channelAdministration(() => allow),
  ),
  write(
    'add-default-stream',
    'channel',
    administrators((who, relation) =>
      isArchived(relation) ? undefined : readsChannel(who, relation) ? allow : hide(),
    ),
  ),
  write(
    'remove-default-stream',
    'channel',
    administrators((who, relation) => (seesChannel(who, relation) ? allow : hide())),
  ),
  write('create-channel-folder', 'nothing', administrators(anybody)),
  read('get-channel-folders', 'nothing', anybody),
  write('update-channel-folder', 'folder', administrators(ours)),
  write('patch-channel-folders', 'nothing', administrators(anybody)),
  // The server of the proof has no video provider: nobody gets any further.
  read('create-conference-call', 'nothing', () => deny()),
];

/** Operations that ask for no credentials. */
const OPEN: ReadonlySet<string> = new Set(['get-server-settings', 'fetch-api-key']);

export function verdictOf(policy: Policy, who: Who, relation: Relation): Verdict | undefined {
  const asksNobody = policy.asksNobody === true || OPEN.has(policy.operation);
  const isPage = policy.operation.startsWith('GET /');
  if (who.visits && !isPage) return (policy.visitors ?? needsAccount)(who, relation);
  if (who.spectates && isPage && !asksNobody) return (policy.visitors ?? needsAccount)(who, relation);
  const isOpen = !who.onlySends || policy.operation === 'send-message' || asksNobody;
  if (!isOpen) return unauthorized;
  if (!who.enters && !asksNobody) return unauthorized;
  // A foreign target belongs to the caller's own organization here.
  if (who.elsewhere && relation === 'foreign') return undefined;
  return policy.rule(who, relation);
}

/** Kinds of events that are nobody's business but of those whom they are about. */
export const personalEvents: ReadonlySet<string> = new Set([
  'attachment',
  'drafts',
  'saved_snippets',
  'scheduled_messages',
  'reminders',
  'device',
  'navigation_view',
  'alert_words',
  'muted_users',
  'user_settings',
  'user_topic',
  'muted_topics',
]);

/** Kinds of events that everybody in the organization gets; what guests do not see in them, canaries tell. */
export const sharedEvents: ReadonlySet<string> = new Set([
  'presence',
  'user_status',
  'realm',
  'realm_user',
  'user_group',
  'realm_linkifiers',
  'realm_playgrounds',
  'realm_emoji',
  'realm_filters',
  'realm_domains',
  'custom_profile_fields',
  'realm_user_settings_defaults',
  'channel_folder',
  'heartbeat',
]);
