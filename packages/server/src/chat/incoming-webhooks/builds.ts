import { commitLine, type PushedCommit } from './git-hosts.ts';
import { entryOf } from './integration.ts';
import { code, link, paragraphs, plain, wordsOf } from './markdown.ts';

/** A build or deployment that a service reports. */
export type Build = {
  /** Its name, such as `Build #18`. */
  readonly name: string;
  readonly url: string | undefined;
  /** The state in the words of the service. */
  readonly status: string;
  readonly branch?: string | undefined;
  /** How long it took. */
  readonly duration?: string;
  readonly commit?: Omit<PushedCommit, 'author'> | undefined;
  readonly author?: string | undefined;
};

const GOOD = ':check:';
const BAD = ':cross_mark:';

/** The words of services for states that have an icon of their own. */
const ICONS: Readonly<Record<string, string>> = {
  success: GOOD,
  succeeded: GOOD,
  passed: GOOD,
  fixed: GOOD,
  ready: GOOD,
  failure: BAD,
  failed: BAD,
  failing: BAD,
  'still failing': BAD,
  broken: BAD,
  error: BAD,
  errored: BAD,
  crashed: BAD,
  unstable: ':warning:',
  'partially succeeded': ':warning:',
};

export function statusIcon(status: string): string {
  return entryOf(ICONS, wordsOf(status)) ?? ':info:';
}

/** A sentence with the state, and a line with the commit and its author. */
export function buildText({ name, url, status, branch = '', duration = '', ...about }: Build): string {
  const of = branch === '' ? '' : ` of ${code(branch)}`;
  const after = duration === '' ? '' : ` after ${duration}`;
  return paragraphs(
    `${statusIcon(status)} ${link(name, url)}${of}: ${wordsOf(status)}${after}.`,
    origin(about),
  );
}

function origin({ commit, author = '' }: Pick<Build, 'commit' | 'author'>): string {
  const by = author.trim() === '' ? '' : `by ${plain(author)}`;
  if (commit === undefined || commit.hash === '') return by === '' ? '' : `Started ${by}.`;
  return `${commitLine(commit)}${by === '' ? '' : ` ${by}`}`;
}
