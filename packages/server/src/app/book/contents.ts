/** A chapter of the book: files below `docs/`, in reading order. */
export type Chapter = { readonly title: string; readonly files: readonly string[] };

/** Every page that a node serves at `/docs/`. A test finds pages that are in no chapter. */
export const chapters: readonly Chapter[] = [
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
  { title: 'Use', files: ['notifications.md', 'calls.md', 'integrations.md', 'newcomer-tasks.md'] },
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

/** The address of a page, by its file: `operating/sizes.md` is `/docs/operating/sizes`. */
export function hrefOf(file: string): string {
  return `/docs/${file.replace(/(?:^|(?<=\/))index\.md$|\.md$/, '')}`;
}
