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

export function repositoryName({ payload }: Pick<Delivery, 'payload'>): string {
  return payload.text('repository.name');
}

/** The user who caused the event. */
export function sender({ payload, userCalled }: Delivery): string {
  return userCalled(payload.text('sender.login'));
}

export function pullRequestTopic(delivery: Delivery): string {
  const { number, title } = pullRequest(delivery);
  return numberedTopic(repositoryName(delivery), 'PR', number, title);
}

export function pullRequest({ payload }: Pick<Delivery, 'payload'>): Ticket {
  const request = payload.object('pull_request');
  return {
    kind: 'PR',
    number: request.number('number'),
    title: request.text('title'),
    url: request.textIf('html_url'),
  };
}

/** The issue of an event; comments on pull requests are events of issues too. */
export function issue({ payload }: Pick<Delivery, 'payload'>): Ticket {
  const subject = payload.object('issue');
  return {
    kind: subject.has('pull_request') ? 'PR' : 'issue',
    number: subject.number('number'),
    title: subject.text('title'),
    url: subject.textIf('html_url'),
  };
}

export function issueTopic(delivery: Delivery): string {
  const { kind, number, title } = issue(delivery);
  return numberedTopic(repositoryName(delivery), kind, number, title);
}

export function discussionTopic(delivery: Delivery): string {
  const { payload } = delivery;
  return `${repositoryName(delivery)} discussion #${payload.number('discussion.number')}: ${payload.text('discussion.title')}`;
}

export function pushTopic(delivery: Delivery): string {
  return branchTopic(repositoryName(delivery), branchOf(delivery.payload.text('ref')) ?? '');
}

export function pushedCommits(delivery: Delivery): string {
  const { payload, options, userCalled } = delivery;
  const branch = branchOf(payload.text('ref')) ?? '';
  const user = sender(delivery);
  const url = payload.textIf('compare');
  if (payload.flag('deleted')) return branchRemovedText(user, branch);
  const commits = payload.list('commits').map((commit) => {
    const login = commit.textIf('author.username');
    return {
      hash: commit.text('id'),
      message: commit.text('message'),
      url: commit.textIf('url'),
      author: login === undefined ? plain(commit.text('author.name')) : userCalled(login),
    };
  });
  if (commits.length === 0) return emptyPushText(user, branch, url);
  return pushText({
    user,
    branch,
    commits,
    url,
    isForced: payload.flag('forced'),
    repository: options.include_repository_name === true ? payload.text('repository.full_name') : undefined,
  });
}

export function pushedTag(delivery: Delivery): string {
  const { payload } = delivery;
  const tag = tagOf(payload.text('ref'));
  const verb = payload.flag('deleted') ? 'deleted' : 'pushed';
  const repository = payload.textIf('repository.html_url');
  const url =
    repository === undefined || verb === 'deleted'
      ? undefined
      : `${repository}/releases/tag/${encodeURIComponent(tag)}`;
  return tagText(sender(delivery), verb, tag, url);
}
