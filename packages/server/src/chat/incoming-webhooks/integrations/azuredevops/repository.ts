import { anomalousPayload } from '../../errors.ts';
import {
  branchOf,
  branchRemovedText,
  branchTopic,
  commentText,
  emptyPushText,
  numberedTopic,
  pushText,
  tagOf,
  tagText,
  ticketLink,
  ticketText,
  type Ticket,
} from '../../git-hosts.ts';
import type { EventTemplate, WebhookDelivery } from '../../integration.ts';
import { plain } from '../../markdown.ts';
import type { PayloadObject } from '../../payload-object.ts';

type Delivery = WebhookDelivery;

/** The hash of a branch that does not exist before or after a push. */
const NOTHING = /^0+$/;

export const pushTemplate: EventTemplate = {
  topic: ({ payload }) => {
    const branch = branchOf(refUpdate(payload).text('name'));
    const repository = payload.text('resource.repository.name');
    return branch === undefined ? repository : branchTopic(repository, branch);
  },
  text: pushed,
};

/** The branch or tag that a push changes; Azure DevOps reports each with a request of its own. */
export function refUpdate(payload: PayloadObject): PayloadObject {
  const [update] = payload.list('resource.refUpdates');
  if (update === undefined) throw anomalousPayload('azuredevops');
  return update;
}

function pushed({ payload }: Delivery): string {
  const update = refUpdate(payload);
  const ref = update.text('name');
  const user = plain(payload.textIf('resource.pushedBy.displayName') ?? 'A user');
  const home = payload.textIf('resource.repository.remoteUrl');
  const isRemoved = NOTHING.test(update.textIf('newObjectId') ?? '');
  const branch = branchOf(ref);
  if (branch === undefined) return tagText(user, isRemoved ? 'deleted' : 'pushed', tagOf(ref), home);
  if (isRemoved) return branchRemovedText(user, branch);
  const commits = (payload.listIf('resource.commits') ?? []).map((commit) => ({
    hash: commit.text('commitId'),
    message: commit.textIf('comment') ?? '',
    url: home === undefined ? undefined : `${home}/commit/${encodeURIComponent(commit.text('commitId'))}`,
    author: plain(commit.textIf('author.name') ?? user),
  }));
  if (commits.length === 0) return emptyPushText(user, branch, home);
  return pushText({ user, branch, commits, url: home });
}

export function pullRequestTemplate(event: 'created' | 'updated' | 'merged'): EventTemplate {
  return { topic: ({ payload }) => topicOf(payload.object('resource')), text: (d) => changed(d, event) };
}

function ticketOf(request: PayloadObject): Ticket {
  return {
    kind: 'PR',
    number: request.text('pullRequestId'),
    title: request.text('title'),
    url: request.textIf('_links.web.href'),
  };
}

function topicOf(request: PayloadObject): string {
  const { kind, number, title } = ticketOf(request);
  return numberedTopic(request.text('repository.name'), kind, number, title);
}

function changed({ payload, options }: Delivery, event: 'created' | 'updated' | 'merged'): string {
  const request = payload.object('resource');
  const names = { from: request.textIf('sourceRefName') ?? '', to: request.textIf('targetRefName') ?? '' };
  const branches = { from: branchOf(names.from) ?? '', to: branchOf(names.to) ?? '' };
  return ticketText(
    {
      user: plain(userOf(request, event)),
      action: actionOf(request, event),
      ticket: ticketOf(request),
      branches: event === 'updated' || names.from === '' ? undefined : branches,
      text: event === 'created' ? request.textIf('description') : undefined,
    },
    options,
  );
}

function userOf(request: PayloadObject, event: string): string {
  const closer = event === 'created' ? undefined : request.textIf('closedBy.displayName');
  return closer ?? request.textIf('createdBy.displayName') ?? 'A user';
}

/** Requests that are abandoned or completed are updated. The event of a merge also tells of attempts. */
function actionOf(request: PayloadObject, event: 'created' | 'updated' | 'merged'): string {
  if (event === 'merged' && request.textIf('mergeStatus') === 'conflicts') return 'has conflicts in';
  const status = request.textIf('status');
  if (event === 'updated' && (status === 'abandoned' || status === 'completed')) return status;
  return event;
}

export const commentTemplate: EventTemplate = {
  topic: ({ payload }) => topicOf(payload.object('resource.pullRequest')),
  text: ({ payload, options }) => {
    const comment = payload.object('resource.comment');
    const ticket = ticketOf(payload.object('resource.pullRequest'));
    return commentText(
      plain(comment.textIf('author.displayName') ?? 'A user'),
      ticket.url,
      ticketLink(ticket, options),
      comment.textIf('content'),
    );
  },
};
