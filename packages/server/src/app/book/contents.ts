/** A chapter of the book: files below `docs/`, in reading order. */
export type Chapter = { readonly title: string; readonly files: readonly string[] };

/** A site of pages with its own contents and search. */
export type Shelf = {
  readonly name: string;
  readonly home: string;
  readonly searchLabel: string;
  readonly chapters: readonly Chapter[];
  /** A link in the bar, to where its readers go next. */
  readonly next: { readonly href: string; readonly label: string };
};

/** Every page that a node serves at `/docs/`. A test finds pages that are in no chapter. */
const docsChapters: readonly Chapter[] = [
  { title: 'Begin', files: ['index.md', 'questions.md', 'comparison.md', 'never-cost.md'] },
  {
    title: 'Operate',
    files: [
      'operating.md',
      'operating/install.md',
      'operating/kubernetes.md',
      'operating/sizes.md',
      'operating/configuration.md',
      'operating/postgresql.md',
      'operating/mail.md',
      'operating/people.md',
      'operating/log-ins.md',
      'operating/directory.md',
      'operating/files.md',
      'operating/link-previews.md',
      'operating/secret.md',
      'operating/backup.md',
      'operating/failover.md',
      'operating/several-nodes.md',
      'operating/upgrade.md',
      'operating/support.md',
      'operating/monitoring.md',
      'operating/tools.md',
      'operating/hardening.md',
      'operating/moving-in.md',
      'operating/data-protection.md',
      'operating/leaving.md',
      'operating/retention.md',
      'operating/stored-data.md',
      'operating/audit.md',
      'operating/troubleshooting.md',
      'scale.md',
      'cells.md',
      'reliability.md',
      'performance.md',
      'laboratory.md',
    ],
  },
  {
    title: 'Use',
    files: [
      'notifications.md',
      'calls.md',
      'connect-an-assistant.md',
      'agents.md',
      'oauth.md',
      'integrations.md',
      'newcomer-tasks.md',
    ],
  },
  { title: 'Develop', files: ['guides/first-bot.md', 'webhooks.md', 'api.md'] },
  {
    title: 'Understand',
    files: [
      'architecture.md',
      'conversations.md',
      'glossary.md',
      'dependencies.md',
      'guides/changing-the-database.md',
      'voice.md',
    ],
  },
  {
    title: 'Security',
    files: ['security/bearer-values.md', 'security/audit-entries.md', 'security/asvs.md'],
  },
];

/** The user guide, which a node serves at `/help/`. */
const guideChapters: readonly Chapter[] = [
  {
    title: 'Begin',
    files: ['guide/index.md', 'guide/join.md', 'guide/find-your-way.md', 'guide/phone.md'],
  },
  {
    title: 'Read',
    files: [
      'guide/inbox.md',
      'guide/channels.md',
      'guide/topics.md',
      'guide/direct-messages.md',
      'guide/search.md',
      'guide/keyboard.md',
    ],
  },
  {
    title: 'Write',
    files: [
      'guide/write.md',
      'guide/format.md',
      'guide/change-messages.md',
      'guide/reactions.md',
      'guide/files.md',
      'guide/drafts.md',
    ],
  },
  {
    title: 'People',
    files: ['guide/people.md', 'guide/status.md'],
  },
  {
    title: 'Your settings',
    files: [
      'guide/profile.md',
      'guide/account.md',
      'guide/notifications.md',
      'guide/reading.md',
      'guide/look.md',
      'guide/muted.md',
      'guide/programs.md',
      'guide/bots.md',
      'guide/your-data.md',
    ],
  },
  {
    title: 'Run an organization',
    files: [
      'guide/organization.md',
      'guide/invite.md',
      'guide/roles.md',
      'guide/groups.md',
      'guide/permissions.md',
      'guide/manage-channels.md',
      'guide/message-rules.md',
      'guide/retention.md',
      'guide/sign-in.md',
      'guide/defaults.md',
      'guide/integrations.md',
      'guide/emoji.md',
      'guide/linkifiers.md',
      'guide/profile-fields.md',
      'guide/import.md',
      'guide/export.md',
      'guide/log.md',
      'guide/reports.md',
    ],
  },
];

export const docs: Shelf = {
  name: 'Docs',
  home: '/docs/',
  searchLabel: 'Search the documentation',
  chapters: docsChapters,
  next: { href: '/api/', label: 'API' },
};

export const guide: Shelf = {
  name: 'Guide',
  home: '/help/',
  searchLabel: 'Search the guide',
  chapters: guideChapters,
  next: { href: '/', label: 'Open Parley' },
};

/** Pages of both shelves link to each other. */
export const allFiles: readonly string[] = [docs, guide].flatMap(filesOf);

export function filesOf({ chapters }: Shelf): string[] {
  return chapters.flatMap(({ files }) => files);
}

/** The address of a page, by its file: `operating/sizes.md` is `/docs/operating/sizes`, `guide/search.md` is `/help/search`. */
export function hrefOf(file: string): string {
  const place = file.replace(/(?:^|(?<=\/))index\.md$|\.md$/, '');
  return place.startsWith('guide/') ? `/help/${place.slice('guide/'.length)}` : `/docs/${place}`;
}
