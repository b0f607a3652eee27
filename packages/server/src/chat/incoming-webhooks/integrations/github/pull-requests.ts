import { commentText, ticketLink, ticketText, usersCalled, type TicketChange } from '../../git-hosts.ts';
import { entryOf, type EventTable, type WebhookDelivery } from '../../integration.ts';
import { paragraphs, plain, quote } from '../../markdown.ts';
import { pullRequest, pullRequestTopic, sender } from './subjects.ts';

type Delivery = WebhookDelivery;

/** The event types of pull requests, by action. Other actions are dropped. */
export const PULL_REQUEST_EVENTS: Readonly<Record<string, string>> = {
  opened: 'opened_pull_request',
  reopened: 'opened_pull_request',
  synchronize: 'updated_pull_request',
  edited: 'updated_pull_request',
  closed: 'closed_pull_request',
  assigned: 'assigned_or_unassigned_pull_request',
  unassigned: 'assigned_or_unassigned_pull_request',
  review_requested: 'pull_request_review_requested',
  review_request_removed: 'pull_request_review_request_removed',
  ready_for_review: 'pull_request_ready_for_review',
  converted_to_draft: 'pull_request_converted_to_draft',
  locked: 'locked_or_unlocked_pull_request',
  unlocked: 'locked_or_unlocked_pull_request',
  auto_merge_enabled: 'pull_request_auto_merge',
  auto_merge_disabled: 'pull_request_auto_merge',
  milestoned: 'pull_request_milestoned_or_demilestoned',
  demilestoned: 'pull_request_milestoned_or_demilestoned',
  labeled: 'pull_request_labeled_or_unlabeled',
  unlabeled: 'pull_request_labeled_or_unlabeled',
  enqueued: 'pull_request_enqueued_or_dequeued',
  dequeued: 'pull_request_enqueued_or_dequeued',
};

const topic = pullRequestTopic;

export const pullRequestTable: EventTable = {
  opened_pull_request: { topic, text: opened },
  updated_pull_request: { topic, text: updated },
  closed_pull_request: { topic, text: closed },
  assigned_or_unassigned_pull_request: {
    topic,
    text: (d) =>
      changed(d, {
        action: d.payload.text('action'),
        rest: participant(d, 'assignee', d.payload.text('action') === 'assigned' ? 'to' : 'from'),
      }),
  },
  pull_request_review_requested: {
    topic,
    text: (d) => changed(d, { action: 'requested a review of', rest: reviewer(d, 'from') }),
  },
  pull_request_review_request_removed: {
    topic,
    text: (d) => changed(d, { action: 'withdrew the request to review', rest: reviewer(d, 'from') }),
  },
  pull_request_ready_for_review: {
    topic,
    text: (d) => changed(d, { action: 'marked', rest: ' as ready for review' }),
  },
  pull_request_converted_to_draft: {
    topic,
    text: (d) => changed(d, { action: 'converted', rest: ' to a draft' }),
  },
  locked_or_unlocked_pull_request: { topic, text: (d) => changed(d, { action: d.payload.text('action') }) },
  pull_request_auto_merge: {
    topic,
    text: (d) =>
      changed(d, {
        action: `${d.payload.text('action') === 'auto_merge_enabled' ? 'enabled' : 'disabled'} automatic merging of`,
      }),
  },
  pull_request_milestoned_or_demilestoned: { topic, text: milestoned },
  pull_request_labeled_or_unlabeled: { topic, text: labeled },
  pull_request_enqueued_or_dequeued: {
    topic,
    text: (d) =>
      changed(d, {
        action: d.payload.text('action') === 'enqueued' ? 'added' : 'removed',
        rest: d.payload.text('action') === 'enqueued' ? ' to the merge queue' : ' from the merge queue',
      }),
  },
  pull_request_review: { topic, text: reviewed },
  pull_request_review_comment: {
    topic,
    text: (d) =>
      commentText(
        sender(d),
        d.payload.textIf('comment.html_url'),
        ticketLink(pullRequest(d), d.options),
        d.payload.textIf('comment.body'),
        commentVerb(d.payload.textIf('action')),
      ),
  },
};

/** The verb of a comment that was created, edited or deleted. */
export function commentVerb(action: string | undefined): string {
  return action === 'edited' ? 'edited a comment' : action === 'deleted' ? 'deleted a comment' : 'commented';
}

function changed(delivery: Delivery, change: Omit<TicketChange, 'user' | 'ticket'>): string {
  return ticketText({ user: sender(delivery), ticket: pullRequest(delivery), ...change }, delivery.options);
}

function branchesOf({ payload }: Delivery) {
  return { from: payload.text('pull_request.head.ref'), to: payload.text('pull_request.base.ref') };
}

function opened(delivery: Delivery): string {
  const { payload } = delivery;
  const assignees = (payload.listIf('pull_request.assignees') ?? []).map((user) => user.textIf('login'));
  return changed(delivery, {
    action: payload.text('action'),
    branches: branchesOf(delivery),
    assignees: usersCalled(delivery, assignees),
    text: payload.text('action') === 'opened' ? payload.textIf('pull_request.body') : undefined,
  });
}

function updated(delivery: Delivery): string {
  const { payload } = delivery;
  if (payload.text('action') === 'synchronize') return changed(delivery, { action: 'pushed commits to' });
  if (payload.has('changes.body'))
    return changed(delivery, {
      action: 'edited the description of',
      text: payload.textIf('pull_request.body'),
    });
  const before = payload.textIf('changes.title.from');
  return changed(delivery, {
    action: 'edited',
    ...(before === undefined ? {} : { rest: `, whose title was ${plain(before)}` }),
  });
}

function closed(delivery: Delivery): string {
  const isMerged = delivery.payload.flag('pull_request.merged');
  return isMerged
    ? changed(delivery, { action: 'merged', branches: branchesOf(delivery) })
    : changed(delivery, { action: 'closed without merge' });
}

function participant({ payload, userCalled }: Delivery, path: string, preposition: string): string {
  const login = payload.textIf(`${path}.login`);
  return login === undefined ? '' : ` ${preposition} ${userCalled(login)}`;
}

function reviewer(delivery: Delivery, preposition: string): string {
  const team = delivery.payload.textIf('requested_team.name');
  return team === undefined
    ? participant(delivery, 'requested_reviewer', preposition)
    : ` ${preposition} the team ${plain(team)}`;
}

function milestoned(delivery: Delivery): string {
  const { payload } = delivery;
  const isAdded = payload.text('action') === 'milestoned';
  const title = plain(
    payload.textIf('milestone.title') ?? payload.textIf('pull_request.milestone.title') ?? '',
  );
  return changed(delivery, {
    action: isAdded ? 'added' : 'removed',
    rest: ` ${isAdded ? 'to' : 'from'} the milestone ${title}`,
  });
}

function labeled(delivery: Delivery): string {
  const { payload } = delivery;
  const isAdded = payload.text('action') === 'labeled';
  return changed(delivery, {
    action: `${isAdded ? 'added' : 'removed'} the label ${plain(payload.text('label.name'))} ${isAdded ? 'to' : 'from'}`,
  });
}

const REVIEW_VERBS: Readonly<Record<string, string>> = {
  approved: 'approved',
  changes_requested: 'requested changes to',
  commented: 'reviewed',
  dismissed: 'dismissed a review of',
};

/** An edited review without a text says nothing. */
function reviewed(delivery: Delivery): string {
  const { payload, options } = delivery;
  const [action, text] = [payload.text('action'), payload.textIf('review.body')];
  if (action === 'edited' && (text ?? '') === '') return '';
  const verb =
    action === 'edited'
      ? 'edited a review of'
      : (entryOf(REVIEW_VERBS, payload.text('review.state')) ?? 'reviewed');
  const { url, ...ticket } = pullRequest(delivery);
  const named = ticketLink({ ...ticket, url: payload.textIf('review.html_url') ?? url }, options);
  return paragraphs(`${sender(delivery)} ${verb} ${named}.`, quote(text));
}
