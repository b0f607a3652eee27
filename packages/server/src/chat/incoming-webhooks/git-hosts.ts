import { isTopicShown, type WebhookDelivery, type WebhookOptions } from './integration.ts';
import { bullets, code, counted, enumerated, firstLine, link, paragraphs, plain, quote } from './markdown.ts';

/** Commits that a message about a push lists. */
const MAX_LISTED_COMMITS = 20;
/** Authors that a message about a push names. */
const MAX_LISTED_AUTHORS = 10;
const HASH_LENGTH = 7;

export type PushedCommit = {
  readonly hash: string;
  readonly message: string;
  readonly url: string | undefined;
  /** The name of the author, in the form in which the message shows it. */
  readonly author: string;
};

export type Push = {
  /** The user who pushed, in the form in which the message shows it. */
  readonly user: string;
  readonly branch: string;
  readonly commits: readonly PushedCommit[];
  /** The comparison of the branch before and after. */
  readonly url: string | undefined;
  readonly isForced?: boolean;
  /** More commits than those of the list, if the host cuts it. */
  readonly total?: number;
  readonly isTruncated?: boolean;
  /** The repository, if the message shall name it. */
  readonly repository?: string | undefined;
};

export function branchTopic(repository: string, branch: string): string {
  return `${repository} / ${branch}`;
}

/** The topic of an issue or request. */
export function numberedTopic(
  repository: string,
  kind: string,
  number: number | string,
  title: string,
): string {
  return `${repository} / ${kind} #${number} ${title}`.trimEnd();
}

/** The branch of a reference such as `refs/heads/main`; undefined for a tag. */
export function branchOf(ref: string): string | undefined {
  return ref.startsWith('refs/tags/') ? undefined : ref.replace(/^refs\/heads\//, '');
}

export function tagOf(ref: string): string {
  return ref.replace(/^refs\/tags\//, '');
}

/** Whether the filter in the address lets pushes to a branch pass. */
export function isWantedBranch({ branches }: WebhookOptions, branch: string): boolean {
  return branches === undefined || branches.split(',').some((wanted) => wanted.trim() === branch);
}

export function pushText(push: Push): string {
  const { user, branch, commits, url, isForced = false, repository } = push;
  const total = push.total ?? commits.length;
  const count = push.isTruncated === true ? `${total}+ commits` : counted(total, 'commit');
  const place = repository === undefined ? '' : ` of ${plain(repository)}`;
  const verb = link(isForced ? 'force-pushed' : 'pushed', url);
  return paragraphs(
    `${user} ${verb} ${count} to branch ${code(branch)}${place}.${authorsText(push)}`,
    bullets(commits.slice(0, MAX_LISTED_COMMITS).map(commitLine)),
    total > MAX_LISTED_COMMITS || push.isTruncated === true ? restText(total, push.isTruncated) : '',
  );
}

function restText(total: number, isTruncated = false): string {
  const rest = Math.max(0, total - MAX_LISTED_COMMITS);
  return isTruncated ? 'and more commits' : `and ${counted(rest, 'more commit')}`;
}

export function commitLine({ hash, message, url }: Omit<PushedCommit, 'author'>): string {
  return `${plain(firstLine(message))} (${link(hash.slice(0, HASH_LENGTH), url)})`;
}

/** The authors of the commits with their shares, unless the user who pushed wrote all of them. */
function authorsText({ user, commits }: Push): string {
  const byAuthor = Map.groupBy(commits, ({ author }) => author);
  if (byAuthor.size === 0 || (byAuthor.size === 1 && byAuthor.has(user))) return '';
  const shares = [...byAuthor]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([author, own]) => `${author} (${own.length})`);
  const named = shares.slice(0, MAX_LISTED_AUTHORS);
  const others = shares.length - named.length;
  return ` Commits by ${enumerated(others > 0 ? [...named, counted(others, 'other')] : named)}.`;
}

export function branchRemovedText(user: string, branch: string): string {
  return `${user} deleted the branch ${code(branch)}.`;
}

export function branchCreatedText(user: string, branch: string, url: string | undefined): string {
  return `${user} created the branch ${link(branch, url)}.`;
}

/** A push of a branch that brings no commits. */
export function emptyPushText(user: string, branch: string, url: string | undefined): string {
  return `${user} ${link('pushed', url)} the branch ${code(branch)} without new commits.`;
}

export function tagText(
  user: string,
  verb: 'pushed' | 'deleted',
  tag: string,
  url: string | undefined,
): string {
  return `${user} ${verb} the tag ${link(tag, url)}.`;
}

/** An issue or request, as messages name it. */
export type Ticket = {
  readonly kind: string;
  readonly number: number | string;
  readonly title: string;
  readonly url: string | undefined;
};

export type TicketChange = {
  readonly user: string;
  /** A verb, such as `opened`. */
  readonly action: string;
  readonly ticket: Ticket;
  /** The end of the sentence, with a space before it. */
  readonly rest?: string;
  readonly branches?: { readonly from: string; readonly to: string } | undefined;
  readonly assignees?: readonly string[];
  readonly text?: string | undefined;
};

/** The title is shown if the topic does not contain it. */
export function ticketLink({ kind, number, title, url }: Ticket, options: WebhookOptions): string {
  const named = link(`${kind} #${number}`, url);
  return isTopicShown(options) || title === '' ? named : `${named} ${plain(title)}`;
}

export function ticketText(change: TicketChange, options: WebhookOptions): string {
  const { user, action, ticket, rest = '', branches, assignees = [], text } = change;
  const from = branches === undefined ? '' : ` from ${code(branches.from)} to ${code(branches.to)}`;
  const assigned = assignees.length === 0 ? '' : ` (assigned to ${enumerated(assignees)})`;
  return paragraphs(
    `${user} ${action} ${ticketLink(ticket, options)}${rest}${from}${assigned}.`,
    quote(text),
  );
}

/** A comment: the verb is linked to it, and its text quoted. */
export function commentText(
  user: string,
  url: string | undefined,
  on: string,
  text: string | undefined,
  verb = 'commented',
): string {
  return paragraphs(`${user} ${link(verb, url)} on ${on}.`, quote(text));
}

/** The logins of a list of users, in the form in which messages show them. */
export function usersCalled(
  { userCalled }: Pick<WebhookDelivery, 'userCalled'>,
  logins: readonly (string | undefined)[],
): string[] {
  return logins.filter((login) => login !== undefined).map(userCalled);
}
