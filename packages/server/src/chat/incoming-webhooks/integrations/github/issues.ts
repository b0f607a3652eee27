import { commentText, ticketLink, ticketText, usersCalled, type TicketChange } from '../../git-hosts.ts';
import { isTopicShown, type EventTable, type WebhookDelivery } from '../../integration.ts';
import { link, paragraphs, plain, quote } from '../../markdown.ts';
import { commentVerb } from './pull-requests.ts';
import { discussionTopic, issue, issueTopic, sender } from './subjects.ts';

type Delivery = WebhookDelivery;

/** The event types of issues, by action. Other actions are `issues`. */
export function issueEvent({ payload }: Delivery): string {
  const action = payload.text('action');
  switch (action) {
    case 'labeled':
    case 'unlabeled':
      return 'issue_labeled_or_unlabeled';
    case 'milestoned':
    case 'demilestoned':
      return 'issue_milestoned_or_demilestoned';
    case 'transferred':
      return 'issues_transferred';
    default:
      return action === 'opened' && payload.has('changes.old_issue')
        ? 'issues_opened_via_transfer'
        : 'issues';
  }
}

const topic = issueTopic;

export const issueTable: EventTable = {
  issues: { topic, text: issueText },
  issue_labeled_or_unlabeled: {
    topic,
    text: (d) => {
      const isAdded = d.payload.text('action') === 'labeled';
      const label = plain(d.payload.text('label.name'));
      return changed(d, {
        action: `${isAdded ? 'added' : 'removed'} the label ${label} ${isAdded ? 'to' : 'from'}`,
      });
    },
  },
  issue_milestoned_or_demilestoned: {
    topic,
    text: (d) => {
      const isAdded = d.payload.text('action') === 'milestoned';
      return changed(d, {
        action: isAdded ? 'added' : 'removed',
        rest: ` ${isAdded ? 'to' : 'from'} the milestone ${plain(d.payload.textIf('milestone.title') ?? '')}`,
      });
    },
  },
  issues_transferred: {
    topic,
    text: (d) =>
      changed(d, {
        action: 'transferred',
        rest: ` to ${link(d.payload.text('changes.new_repository.full_name'), d.payload.textIf('changes.new_issue.html_url'))}`,
      }),
  },
  issues_opened_via_transfer: {
    topic,
    text: (d) =>
      changed(d, {
        action: 'transferred',
        rest: ` from ${plain(d.payload.textIf('changes.old_repository.full_name') ?? 'another repository')}`,
      }),
  },
  issue_comment: {
    topic,
    text: (d) => commented(d, () => ticketLink(issue(d), d.options)),
  },
  discussion: { topic: discussionTopic, text: discussionText },
  discussion_comment: {
    topic: discussionTopic,
    text: (d) => commented(d, () => discussionLink(d)),
  },
};

function changed(delivery: Delivery, change: Omit<TicketChange, 'user' | 'ticket'>): string {
  return ticketText({ user: sender(delivery), ticket: issue(delivery), ...change }, delivery.options);
}

function issueText(delivery: Delivery): string {
  const { payload } = delivery;
  const action = payload.text('action');
  const hasText = action === 'opened' || (action === 'edited' && payload.has('changes.body'));
  const assignees = (payload.listIf('issue.assignees') ?? []).map((user) => user.textIf('login'));
  return changed(delivery, {
    action,
    ...(action === 'opened' || action === 'assigned' ? { assignees: usersCalled(delivery, assignees) } : {}),
    text: hasText ? payload.textIf('issue.body') : undefined,
  });
}

function commented(delivery: Delivery, linkOf: () => string): string {
  if (isUnchanged(delivery)) return '';
  const { payload } = delivery;
  return commentText(
    sender(delivery),
    payload.textIf('comment.html_url'),
    linkOf(),
    payload.textIf('comment.body'),
    commentVerb(payload.textIf('action')),
  );
}

/** An edited comment whose text is the same says nothing. */
function isUnchanged({ payload }: Delivery): boolean {
  const before = payload.textIf('changes.body.from');
  return (
    payload.textIf('action') === 'edited' && before !== undefined && before === payload.textIf('comment.body')
  );
}

function discussionLink({ payload, options }: Delivery): string {
  const named = link(
    `discussion #${payload.number('discussion.number')}`,
    payload.textIf('discussion.html_url'),
  );
  return isTopicShown(options) ? named : `${named} ${plain(payload.text('discussion.title'))}`;
}

function discussionText(delivery: Delivery): string {
  const { payload } = delivery;
  const action = payload.text('action');
  const hasText = action === 'created' || action === 'edited';
  return paragraphs(
    `${sender(delivery)} ${plain(action.replaceAll('_', ' '))} ${discussionLink(delivery)}.`,
    hasText ? quote(payload.textIf('discussion.body')) : '',
  );
}
