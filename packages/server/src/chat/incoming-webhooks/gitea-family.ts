import {
  branchCreatedText,
  branchOf,
  branchTopic,
  commentText,
  emptyPushText,
  isWantedBranch,
  numberedTopic,
  pushText,
  tagOf,
  tagText,
  ticketLink,
  ticketText,
  type Ticket,
} from './git-hosts.ts';
import {
  composeByEvent,
  eventHeader,
  type EventTable,
  type Integration,
  type WebhookDelivery,
} from './integration.ts';
import { link, paragraphs, plain, quote } from './markdown.ts';
import type { PayloadObject } from './payload-object.ts';
import { signedIn } from './signatures.ts';

type Delivery = WebhookDelivery;

const table: EventTable = {
  push: { topic: pushTopic, text: pushed },
  create: {
    topic: (d) => branchTopic(repository(d), d.payload.text('ref')),
    text: (d) => {
      const [user, ref] = [sender(d), d.payload.text('ref')];
      const home = d.payload.textIf('repository.html_url');
      const url = home === undefined ? undefined : `${home}/src/${d.payload.text('ref_type')}/${ref}`;
      return d.payload.text('ref_type') === 'tag'
        ? tagText(user, 'pushed', ref, url)
        : branchCreatedText(user, ref, url);
    },
  },
  pull_request: {
    topic: (d) => ticketTopic(d, pullRequest(d)),
    text: pullRequestText,
  },
  issues: {
    topic: (d) => ticketTopic(d, issue(d)),
    text: (d) =>
      ticketText(
        {
          user: sender(d),
          action: d.payload.text('action').replaceAll('_', ' '),
          ticket: issue(d),
          text: isTextual(d) ? d.payload.textIf('issue.body') : undefined,
        },
        d.options,
      ),
  },
  issue_comment: {
    topic: (d) => ticketTopic(d, issue(d)),
    text: (d) =>
      commentText(
        sender(d),
        d.payload.textIf('comment.html_url'),
        ticketLink(issue(d), d.options),
        d.payload.textIf('comment.body'),
        COMMENT_VERBS[d.payload.textIf('action') === 'edited' ? 'edited' : 'created'],
      ),
  },
  release: {
    topic: (d) => `${repository(d)} / ${d.payload.text('release.tag_name')} ${releaseName(d)}`.trimEnd(),
    text: (d) =>
      paragraphs(
        `${sender(d)} ${plain(d.payload.textIf('action') ?? 'published')} the release ${link(releaseName(d) || d.payload.text('release.tag_name'), d.payload.textIf('release.html_url'))}.`,
        quote(d.payload.textIf('release.body')),
      ),
  },
};

const COMMENT_VERBS = { created: 'commented', edited: 'edited a comment' } as const;

/** Gitea, Forgejo and Gogs send the same payloads under headers of their own. */
export function giteaFamily(
  identity: Pick<Integration, 'name' | 'displayName' | 'about' | 'setup'>,
  header: { readonly event: string; readonly delivery: string; readonly signature: string },
): Integration {
  return {
    ...identity,
    events: Object.keys(table),
    options: [
      { key: 'branches', label: 'Branches whose pushes are posted, separated by commas', input: 'text' },
    ],
    signature: signedIn(header.signature),
    deliveryHeader: header.delivery,
    compose: composeByEvent(identity.name, table, (delivery) => {
      const event = eventHeader(delivery, header.event);
      const branch = event === 'push' ? branchOf(delivery.payload.text('ref')) : undefined;
      return branch !== undefined && !isWantedBranch(delivery.options, branch) ? undefined : event;
    }),
  };
}

function repository({ payload }: Delivery): string {
  return payload.text('repository.name');
}

function sender({ payload, userCalled }: Delivery): string {
  return userCalled(payload.textIf('sender.login') ?? payload.text('sender.username'));
}

function pushTopic(delivery: Delivery): string {
  const branch = branchOf(delivery.payload.text('ref'));
  return branch === undefined ? repository(delivery) : branchTopic(repository(delivery), branch);
}

function pushed(delivery: Delivery): string {
  const { payload, userCalled } = delivery;
  const [ref, url] = [payload.text('ref'), payload.textIf('compare_url')];
  const user = userCalled(
    payload.textIf('pusher.login') ?? payload.textIf('pusher.username') ?? payload.text('sender.login'),
  );
  const branch = branchOf(ref);
  if (branch === undefined) return tagText(user, 'pushed', tagOf(ref), url);
  const commits = (payload.listIf('commits') ?? []).map((commit) => ({
    hash: commit.text('id'),
    message: commit.text('message'),
    url: commit.textIf('url'),
    author: authorOf(commit, userCalled),
  }));
  if (commits.length === 0) return emptyPushText(user, branch, url);
  return pushText({ user, branch, commits, url, total: payload.numberIf('total_commits') ?? commits.length });
}

function authorOf(commit: PayloadObject, userCalled: Delivery['userCalled']): string {
  const login = commit.textIf('author.username') ?? '';
  return login === '' ? plain(commit.text('author.name')) : userCalled(login);
}

function ticketTopic(delivery: Delivery, { kind, number, title }: Ticket): string {
  return numberedTopic(repository(delivery), kind, number, title);
}

function pullRequest({ payload }: Delivery): Ticket {
  return {
    kind: 'PR',
    number: payload.numberIf('number') ?? payload.number('pull_request.number'),
    title: payload.text('pull_request.title'),
    url: payload.textIf('pull_request.html_url'),
  };
}

function issue({ payload }: Delivery): Ticket {
  return {
    kind: payload.flag('is_pull') ? 'PR' : 'issue',
    number: payload.number('issue.number'),
    title: payload.text('issue.title'),
    url: payload.textIf('issue.html_url') ?? payload.textIf('issue.url'),
  };
}

function isTextual({ payload }: Delivery): boolean {
  return payload.text('action') === 'opened' || payload.has('changes.body');
}

function pullRequestText(delivery: Delivery): string {
  const { payload, userCalled, options } = delivery;
  const action = payload.text('action');
  const ticket = pullRequest(delivery);
  const branches = {
    from: payload.textIf('pull_request.head.ref') ?? payload.textIf('pull_request.head_branch') ?? '',
    to: payload.textIf('pull_request.base.ref') ?? payload.textIf('pull_request.base_branch') ?? '',
  };
  if (action === 'closed' && payload.flag('pull_request.merged')) {
    const merger =
      payload.textIf('pull_request.merged_by.username') ?? payload.textIf('pull_request.merged_by.login');
    const user = merger === undefined ? sender(delivery) : userCalled(merger);
    return ticketText({ user, action: 'merged', ticket, branches }, options);
  }
  const isOpening = action === 'opened' || action === 'reopened';
  return ticketText(
    {
      user: sender(delivery),
      action: action === 'closed' ? 'closed without merge' : action.replaceAll('_', ' '),
      ticket,
      branches: isOpening ? branches : undefined,
      text: isTextual(delivery) ? payload.textIf('pull_request.body') : undefined,
    },
    options,
  );
}

function releaseName({ payload }: Delivery): string {
  return payload.textIf('release.name') ?? '';
}
