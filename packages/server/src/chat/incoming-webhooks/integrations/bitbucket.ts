import { anomalousPayload, unsupportedEvent } from '../errors.ts';
import {
  branchRemovedText,
  branchTopic,
  commentText,
  emptyPushText,
  isWantedBranch,
  numberedTopic,
  pushText,
  tagText,
  ticketLink,
  ticketText,
  type Ticket,
} from '../git-hosts.ts';
import {
  composeByEvent,
  entryOf,
  eventHeader,
  type EventTable,
  type Integration,
  type WebhookDelivery,
  type WebhookMessage,
} from '../integration.ts';
import { code, link, plain } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'bitbucket';

type Delivery = WebhookDelivery;

/** Event types of pull requests, by the header `X-Event-Key`. */
const PULL_REQUEST_EVENTS: Readonly<Record<string, string>> = {
  'pullrequest:created': 'pull_request_created',
  'pullrequest:updated': 'pull_request_updated',
  'pullrequest:approved': 'pull_request_approved',
  'pullrequest:unapproved': 'pull_request_unapproved',
  'pullrequest:fulfilled': 'pull_request_fulfilled',
  'pullrequest:rejected': 'pull_request_rejected',
  'pullrequest:comment_created': 'pull_request_comment_created',
  'pullrequest:comment_updated': 'pull_request_comment_updated',
  'pullrequest:comment_deleted': 'pull_request_comment_deleted',
};

const table: EventTable = {
  fork: {
    topic: repository,
    text: (d) =>
      `${actor(d)} forked the repository as ${link(d.payload.text('fork.full_name'), htmlLink(d.payload, 'fork'))}.`,
  },
  commit_comment: {
    topic: repository,
    text: (d) =>
      commentText(
        actor(d),
        htmlLink(d.payload, 'comment'),
        link(d.payload.text('commit.hash').slice(0, 7), htmlLink(d.payload, 'commit')),
        d.payload.textIf('comment.content.raw'),
      ),
  },
  change_commit_status: {
    topic: repository,
    text: (d) => {
      const { payload } = d;
      const status = link(
        payload.text('commit_status.state').toLowerCase(),
        payload.textIf('commit_status.url'),
      );
      return `${plain(payload.textIf('commit_status.name') ?? payload.text('commit_status.key'))} reports ${status}.`;
    },
  },
  issue_created: {
    topic: issueTopic,
    text: (d) => issueText(d, 'opened', d.payload.textIf('issue.content.raw')),
  },
  issue_updated: { topic: issueTopic, text: (d) => issueText(d, 'updated', undefined) },
  issue_commented: { topic: issueTopic, text: (d) => ticketComment(d, issue(d), 'commented') },
  pull_request_created: {
    topic: pullRequestTopic,
    text: (d) => pullRequestText(d, 'opened', d.payload.textIf('pullrequest.description')),
  },
  pull_request_updated: {
    topic: pullRequestTopic,
    text: (d) => pullRequestText(d, 'updated', d.payload.textIf('pullrequest.description')),
  },
  pull_request_approved: { topic: pullRequestTopic, text: (d) => pullRequestText(d, 'approved') },
  pull_request_unapproved: {
    topic: pullRequestTopic,
    text: (d) => pullRequestText(d, 'withdrew the approval of'),
  },
  pull_request_fulfilled: { topic: pullRequestTopic, text: (d) => pullRequestText(d, 'merged') },
  pull_request_rejected: { topic: pullRequestTopic, text: (d) => pullRequestText(d, 'declined') },
  pull_request_comment_created: {
    topic: pullRequestTopic,
    text: (d) => ticketComment(d, pullRequest(d), 'commented'),
  },
  pull_request_comment_updated: {
    topic: pullRequestTopic,
    text: (d) => ticketComment(d, pullRequest(d), 'edited a comment'),
  },
  pull_request_comment_deleted: {
    topic: pullRequestTopic,
    text: (d) => ticketComment(d, pullRequest(d), 'deleted a comment'),
  },
  'repo:updated': {
    topic: repository,
    text: (d) => {
      const fields = d.payload.keys('changes').map((name) => code(name));
      return fields.length === 0 ? '' : `${actor(d)} changed ${fields.join(', ')} of the repository.`;
    },
  },
};

export const bitbucket: Integration = {
  name: NAME,
  displayName: 'Bitbucket',
  events: ['push', ...Object.keys(table)],
  options: [
    { key: 'branches', label: 'Branches whose pushes are posted, separated by commas', input: 'text' },
  ],
  deliveryHeader: 'x-request-uuid',
  signature: signedIn('X-Hub-Signature', 'sha256='),
  isEncodedTwice: true,
  about: 'Posts pushes, pull requests, issues, comments, forks and the status of builds of Bitbucket Cloud.',
  setup:
    'In the settings of the repository choose Webhooks, then add a webhook. Paste the address as URL and choose the triggers.',
  compose: (delivery) =>
    delivery.payload.has('push') ? pushes(delivery) : composeByEvent(NAME, table, eventOf)(delivery),
};

/** The payload itself tells the kind of event, except for pull requests. */
function eventOf(delivery: Delivery): string {
  const { payload } = delivery;
  if (payload.has('fork')) return 'fork';
  if (payload.has('commit_status')) return 'change_commit_status';
  if (payload.has('pullrequest')) {
    const key = eventHeader(delivery, 'X-Event-Key');
    const event = entryOf(PULL_REQUEST_EVENTS, key);
    if (event === undefined) throw unsupportedEvent(NAME, key);
    return event;
  }
  if (payload.has('issue')) {
    if (payload.has('changes')) return 'issue_updated';
    return payload.has('comment') ? 'issue_commented' : 'issue_created';
  }
  if (payload.has('comment')) return 'commit_comment';
  if (payload.has('changes') && payload.has('repository')) return 'repo:updated';
  throw anomalousPayload(NAME);
}

/** One message for each branch and tag. */
function pushes(delivery: Delivery): WebhookMessage[] {
  return delivery.payload.list('push.changes').flatMap((change) => {
    const name = change.textIf('new.name') ?? change.text('old.name');
    if ((change.textIf('new.type') ?? change.textIf('old.type')) === 'tag')
      return [{ event: 'push', topic: repository(delivery), content: tagChange(delivery, change, name) }];
    if (!isWantedBranch(delivery.options, name)) return [];
    const topic = branchTopic(repository(delivery), name);
    return [{ event: 'push', topic, content: branchChange(delivery, change, name) }];
  });
}

function tagChange(delivery: Delivery, change: PayloadObject, name: string): string {
  const isRemoved = !change.has('new');
  return tagText(actor(delivery), isRemoved ? 'deleted' : 'pushed', name, htmlLink(change, 'new'));
}

function branchChange(delivery: Delivery, change: PayloadObject, branch: string): string {
  const user = actor(delivery);
  if (!change.has('new')) return branchRemovedText(user, branch);
  const url = htmlLink(change);
  if (change.flag('forced')) {
    const head = link(change.text('new.target.hash').slice(0, 7), htmlLink(change, 'new.target'));
    return `${user} ${link('force-pushed', url)} the branch ${code(branch)}. Its head is now ${head}.`;
  }
  const commits = (change.listIf('commits') ?? []).map((commit) => ({
    hash: commit.text('hash'),
    message: commit.textIf('message') ?? '',
    url: htmlLink(commit),
    author: authorOf(commit),
  }));
  if (commits.length === 0) return emptyPushText(user, branch, url);
  return pushText({ user, branch, commits, url, isTruncated: change.flag('truncated') });
}

/** The name of the account, or the name that the commit has, without its address. */
function authorOf(commit: PayloadObject): string {
  return (
    nameOf(commit.objectIf('author.user')) ??
    plain((commit.textIf('author.raw') ?? 'unknown').split('<', 1)[0] ?? '')
  );
}

function nameOf(user: PayloadObject | undefined): string | undefined {
  const name = user?.textIf('display_name') ?? user?.textIf('nickname');
  return name === undefined ? undefined : plain(name);
}

function actor({ payload }: Delivery): string {
  return nameOf(payload.objectIf('actor')) ?? 'A user';
}

function repository({ payload }: Delivery): string {
  return payload.text('repository.name');
}

function htmlLink(payload: PayloadObject, path = ''): string | undefined {
  return payload.textIf(`${path === '' ? '' : `${path}.`}links.html.href`);
}

function issue({ payload }: Delivery): Ticket {
  return {
    kind: 'issue',
    number: payload.number('issue.id'),
    title: payload.text('issue.title'),
    url: htmlLink(payload, 'issue'),
  };
}

function issueTopic(delivery: Delivery): string {
  const { kind, number, title } = issue(delivery);
  return numberedTopic(repository(delivery), kind, number, title);
}

function issueText(delivery: Delivery, action: string, text: string | undefined): string {
  const assignee = nameOf(delivery.payload.objectIf('issue.assignee'));
  return ticketText(
    {
      user: actor(delivery),
      action,
      ticket: issue(delivery),
      assignees: assignee === undefined ? [] : [assignee],
      text,
    },
    delivery.options,
  );
}

function pullRequest({ payload }: Delivery): Ticket {
  return {
    kind: 'PR',
    number: payload.number('pullrequest.id'),
    title: payload.text('pullrequest.title'),
    url: htmlLink(payload, 'pullrequest'),
  };
}

function pullRequestTopic(delivery: Delivery): string {
  const { number, title } = pullRequest(delivery);
  return numberedTopic(repository(delivery), 'PR', number, title);
}

function pullRequestText(delivery: Delivery, action: string, text?: string): string {
  const { payload } = delivery;
  const hasBranches = action === 'opened' || action === 'merged';
  return ticketText(
    {
      user: actor(delivery),
      action,
      ticket: pullRequest(delivery),
      branches: hasBranches
        ? {
            from: payload.text('pullrequest.source.branch.name'),
            to: payload.text('pullrequest.destination.branch.name'),
          }
        : undefined,
      text,
    },
    delivery.options,
  );
}

function ticketComment(delivery: Delivery, ticket: Ticket, verb: string): string {
  const { payload, options } = delivery;
  return commentText(
    actor(delivery),
    htmlLink(payload, 'comment'),
    ticketLink(ticket, options),
    payload.textIf('comment.content.raw'),
    verb,
  );
}
