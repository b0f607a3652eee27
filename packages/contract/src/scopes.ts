type Description = { readonly title: string; readonly doc: string };

function describe<T extends Record<string, Description>>(table: T): T {
  return table;
}

/**
 * Rights of a grant, in the words in which its owner chooses. There are few, because a list of fifty is accepted unread. Acts that others
 * see are apart from acts for oneself, and reading is apart from writing, because many programs only report.
 */
export const scopes = describe({
  see_directory: {
    title: 'See people and channels',
    doc: 'Users, groups, channels, presence, and how the organization is set up.',
  },
  read_messages: {
    title: 'Read messages',
    doc: 'Messages with their history, reactions and files, topics, and search.',
  },
  follow_events: {
    title: 'Follow everything as it happens',
    doc: 'Event queues, with everything that the client of the user shows: messages, drafts and settings included.',
  },
  write_messages: {
    title: 'Write messages',
    doc: 'Sends, schedules, changes and deletes messages and files of the user.',
  },
  react: { title: 'React', doc: 'Reactions, and votes in polls.' },
  organize: {
    title: 'Keep things in order for you',
    doc: 'Read marks, stars, drafts, reminders, snippets, status, and what the user follows or mutes.',
  },
  change_settings: {
    title: 'Change your settings and profile',
    doc: 'Settings, profile and avatar of the user. Never the password or the e-mail address.',
  },
  manage_channels: {
    title: 'Manage channels',
    doc: 'Creates and changes channels and folders, subscribes and unsubscribes, deletes topics.',
  },
  administer: {
    title: 'Administer the organization',
    doc: 'Users, groups, emoji, linkifiers, settings and the audit log, as far as the user may.',
  },
  call_operations: {
    title: 'Call every operation as an assistant',
    doc: 'For assistants: operations without a tool of their own, each with the scope that it needs. Opens nothing by itself.',
  },
});

export type Scope = keyof typeof scopes;

export const scopeNames = Object.keys(scopes) as readonly Scope[];

export function isScope(name: string): name is Scope {
  return name in scopes;
}

/** Scopes of the operations of a subject: of those that read, and of those that change something. */
type TagScopes = readonly [reading: Scope | null, changing: Scope | null];

function ofTags<T extends Record<string, TagScopes>>(table: T): T {
  return table;
}

/** Null where each operation makes, shows or replaces something that lets its bearer in, or a copy that outlives the grant. */
const tagScopes = ofTags({
  'alert-words': ['organize', 'organize'],
  arriving: [null, null],
  audit: ['administer', 'administer'],
  bots: [null, null],
  calls: ['write_messages', 'write_messages'],
  channels: ['see_directory', 'manage_channels'],
  'custom-emoji': ['see_directory', 'administer'],
  domains: ['see_directory', 'administer'],
  drafts: ['organize', 'organize'],
  'event-subscriptions': [null, null],
  events: ['follow_events', 'follow_events'],
  grants: [null, null],
  groups: ['see_directory', 'administer'],
  holds: ['administer', 'administer'],
  integrations: [null, null],
  invites: [null, null],
  linkifiers: ['see_directory', 'administer'],
  messages: ['read_messages', 'write_messages'],
  mobile: [null, null],
  'navigation-views': ['organize', 'organize'],
  organization: ['administer', 'administer'],
  playgrounds: ['see_directory', 'administer'],
  presence: ['see_directory', 'organize'],
  'profile-fields': ['see_directory', 'administer'],
  reminders: ['organize', 'organize'],
  'saved-snippets': ['organize', 'organize'],
  'scheduled-messages': ['write_messages', 'write_messages'],
  server: [null, null],
  sessions: [null, null],
  settings: ['change_settings', 'change_settings'],
  users: ['see_directory', 'administer'],
});

/** The subject of an operation. */
export type Tag = keyof typeof tagScopes;

/** Scopes that a grant with limits may have. */
export const limitableScopes: readonly Scope[] = [
  'see_directory',
  'read_messages',
  'write_messages',
  'react',
];

/** Scopes that users give to programs at the consent page. The others change what the account or the organization is. */
export const consentableScopes: readonly Scope[] = [
  'see_directory',
  'read_messages',
  'write_messages',
  'react',
  'follow_events',
  'organize',
];

/** Operations on messages that keep to the limits of a grant. Of the others, those that see people and channels alone are open to it. */
const limitedOperations: ReadonlySet<string> = new Set([
  'get-messages',
  'get-message',
  'get-message-history',
  'get-stream-topics',
  'send-message',
  'add-reaction',
  'remove-reaction',
]);

type Scoped = {
  readonly tag: Tag;
  readonly method: string;
  readonly auth: string;
  readonly scope?: Scope | null;
};

/** The scope that a grant needs for an operation; null if no grant may call it, or if it takes no credentials. */
export function scopeOf({ tag, method, auth, scope }: Scoped): Scope | null {
  if (auth !== 'basic') return null;
  if (scope !== undefined) return scope;
  const [reading, changing] = tagScopes[tag];
  return method === 'GET' ? reading : changing;
}

/** Whether a grant with limits may call an operation. */
export function keepsLimits(of: Scoped & { readonly id: string }): boolean {
  return scopeOf(of) === 'see_directory' || limitedOperations.has(of.id);
}
