import {
  branchOf,
  branchRemovedText,
  branchTopic,
  emptyPushText,
  numberedTopic,
  pushText,
  tagOf,
  tagText,
  type Ticket,
} from '../../git-hosts.ts';
import type { WebhookDelivery } from '../../integration.ts';
import { plain } from '../../markdown.ts';

type Delivery = WebhookDelivery;

export function project({ payload }: Delivery): string {
  return payload.textIf('project.name') ?? payload.text('repository.name');
}

export function projectUrl({ payload }: Delivery): string | undefined {
  return payload.textIf('project.web_url') ?? payload.textIf('repository.homepage');
}

/** The user who caused the event. */
export function user({ payload, userCalled }: Delivery): string {
  const login = payload.textIf('user.username') ?? payload.textIf('user_username');
  if (login !== undefined) return userCalled(login);
  return plain(payload.textIf('user.name') ?? payload.textIf('user_name') ?? 'A user');
}

/** The issue of an event of issues, or of a comment. */
export function issue({ payload }: Delivery): Ticket {
  const at = payload.has('issue') ? 'issue' : 'object_attributes';
  return {
    kind: 'issue',
    number: payload.number(`${at}.iid`),
    title: payload.text(`${at}.title`),
    url: payload.textIf(`${at}.url`),
  };
}

export function mergeRequest({ payload }: Delivery): Ticket {
  const at = payload.has('merge_request') ? 'merge_request' : 'object_attributes';
  return {
    kind: 'MR',
    number: payload.number(`${at}.iid`),
    title: payload.text(`${at}.title`),
    url: payload.textIf(`${at}.url`),
  };
}

export function issueTopic(delivery: Delivery): string {
  const { kind, number, title } = issue(delivery);
  return numberedTopic(project(delivery), kind, number, title);
}

/** The address says whether the title of a merge request is part of its topic. */
export function mergeRequestTopic(delivery: Delivery): string {
  const { kind, number, title } = mergeRequest(delivery);
  const hasTitle = delivery.options.use_merge_request_title !== false;
  return numberedTopic(project(delivery), kind, number, hasTitle ? title : '');
}

/** A topic of the form `project / branch`. */
export function refTopic(path: string): (delivery: Delivery) => string {
  return (delivery) => branchTopic(project(delivery), delivery.payload.text(path));
}

/** The commit of an end that does not exist, before a branch is created and after it is deleted. */
const NO_COMMIT = /^0+$/;

export function pushTopic(delivery: Delivery): string {
  return branchTopic(project(delivery), branchOf(delivery.payload.text('ref')) ?? '');
}

export function pushed(delivery: Delivery): string {
  const { payload } = delivery;
  const branch = branchOf(payload.text('ref')) ?? '';
  const [before, after] = [payload.textIf('before') ?? '', payload.textIf('after') ?? ''];
  const home = projectUrl(delivery);
  const url = home === undefined ? undefined : `${home}/-/compare/${before}...${after}`;
  if (NO_COMMIT.test(after)) return branchRemovedText(user(delivery), branch);
  const commits = payload.list('commits').map((commit) => ({
    hash: commit.text('id'),
    message: commit.text('message'),
    url: commit.textIf('url'),
    author: plain(commit.textIf('author.name') ?? 'unknown'),
  }));
  if (commits.length === 0) return emptyPushText(user(delivery), branch, url);
  return pushText({
    user: user(delivery),
    branch,
    commits: withOwnName(delivery, commits),
    url,
    total: payload.numberIf('total_commits_count') ?? commits.length,
  });
}

/** Commits have names and events have logins, so the commits of the user who pushed get the name of the event. */
function withOwnName<C extends { readonly author: string }>(delivery: Delivery, commits: readonly C[]): C[] {
  const name = plain(delivery.payload.textIf('user_name') ?? '');
  return commits.map((commit) => (commit.author === name ? { ...commit, author: user(delivery) } : commit));
}

export function pushedTag(delivery: Delivery): string {
  const { payload } = delivery;
  const tag = tagOf(payload.text('ref'));
  const isRemoved = NO_COMMIT.test(payload.textIf('after') ?? '');
  const home = projectUrl(delivery);
  const url = home === undefined || isRemoved ? undefined : `${home}/-/tags/${encodeURIComponent(tag)}`;
  return tagText(user(delivery), isRemoved ? 'deleted' : 'pushed', tag, url);
}
