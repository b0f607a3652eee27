import { commentText, ticketLink, ticketText, usersCalled } from '../../git-hosts.ts';
import { entryOf, type EventTable, type EventTemplate, type WebhookDelivery } from '../../integration.ts';
import { code, link } from '../../markdown.ts';
import { replaceBetween } from '../../../../engine/replace-between.ts';
import { issue, issueTopic, mergeRequest, mergeRequestTopic, project, user } from './subjects.ts';

type Delivery = WebhookDelivery;

const ISSUE_VERBS = { open: 'opened', close: 'closed', reopen: 'reopened', update: 'updated' } as const;

const MERGE_REQUEST_VERBS: Readonly<Record<string, string>> = {
  open: 'opened',
  close: 'closed',
  reopen: 'reopened',
  merge: 'merged',
  approved: 'approved',
  unapproved: 'withdrew the approval of',
  approval: 'added an approval to',
  unapproval: 'removed an approval from',
};

const notes: Readonly<Record<string, EventTemplate>> = {
  Commit: {
    topic: project,
    text: (d) => {
      const { payload } = d;
      return noteText(
        d,
        `commit ${link(payload.text('commit.id').slice(0, 7), payload.textIf('commit.url'))}`,
      );
    },
  },
  MergeRequest: {
    topic: mergeRequestTopic,
    text: (d) => noteText(d, ticketLink(mergeRequest(d), d.options)),
  },
  Issue: { topic: issueTopic, text: (d) => noteText(d, ticketLink(issue(d), d.options)) },
  Snippet: {
    topic: (d) =>
      `${project(d)} / snippet #${d.payload.number('snippet.id')} ${d.payload.text('snippet.title')}`,
    text: (d) =>
      noteText(d, link(`snippet #${d.payload.number('snippet.id')}`, d.payload.textIf('snippet.url'))),
  },
  'DesignManagement::Design': {
    topic: (d) => (d.payload.has('issue') ? issueTopic(d) : project(d)),
    text: (d) =>
      noteText(d, d.payload.has('issue') ? `a design of ${ticketLink(issue(d), d.options)}` : 'a design'),
  },
};

/** Issues, merge requests and comments on them. */
export const ticketTable: EventTable = {
  ...Object.fromEntries(
    ['Issue Hook', 'Confidential Issue Hook'].flatMap((hook) =>
      Object.entries(ISSUE_VERBS).map(([action, verb]) => [
        `${hook} ${action}`,
        { topic: issueTopic, text: (d: Delivery) => issueText(d, verb) },
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['Note Hook', 'Confidential Note Hook'].flatMap((hook) =>
      Object.entries(notes).map(([kind, template]) => [`${hook} ${kind}`, template]),
    ),
  ),
  ...Object.fromEntries(
    [...Object.keys(MERGE_REQUEST_VERBS), 'update'].map((action) => [
      `Merge Request Hook ${action}`,
      { topic: mergeRequestTopic, text: mergeRequestText },
    ]),
  ),
};

function issueText(delivery: Delivery, verb: string): string {
  const { payload } = delivery;
  return ticketText(
    {
      user: user(delivery),
      action: verb,
      ticket: issue(delivery),
      ...(verb === 'opened' || payload.has('changes.assignees') ? { assignees: assignees(delivery) } : {}),
      text: verb === 'opened' || payload.has('changes.description') ? description(delivery) : undefined,
    },
    delivery.options,
  );
}

/** Templates of descriptions contain hints in HTML comments. */
function description({ payload }: Delivery): string {
  const text = payload.textIf('object_attributes.description') ?? '';
  return replaceBetween(text, /<!--/g, '-->', () => '').trim();
}

function assignees(delivery: Delivery): string[] {
  const list = delivery.payload.listIf('assignees') ?? [];
  return usersCalled(
    delivery,
    list.map((one) => one.textIf('username')),
  );
}

function noteText(delivery: Delivery, on: string): string {
  const { payload } = delivery;
  return commentText(
    user(delivery),
    payload.textIf('object_attributes.url'),
    on,
    payload.textIf('object_attributes.note'),
  );
}

function mergeRequestText(delivery: Delivery): string {
  const { payload, options } = delivery;
  const action = payload.textIf('object_attributes.action') ?? 'open';
  const change = { user: user(delivery), ticket: mergeRequest(delivery) };
  const verb = entryOf(MERGE_REQUEST_VERBS, action);
  if (verb === undefined) return updateText(delivery);
  const hasBranches = action === 'open' || action === 'merge';
  return ticketText(
    {
      ...change,
      action: verb,
      ...(hasBranches
        ? {
            branches: {
              from: payload.text('object_attributes.source_branch'),
              to: payload.text('object_attributes.target_branch'),
            },
          }
        : {}),
      ...(action === 'open' ? { assignees: assignees(delivery), text: description(delivery) } : {}),
    },
    options,
  );
}

/** An update brings commits, or changes of assignees or description. */
function updateText(delivery: Delivery): string {
  const { payload, options } = delivery;
  const change = { user: user(delivery), ticket: mergeRequest(delivery) };
  if (payload.has('object_attributes.oldrev')) {
    const commit = payload.textIf('object_attributes.last_commit.id');
    const head = commit === undefined ? '' : ` (head ${code(commit.slice(0, 7))})`;
    return ticketText({ ...change, action: 'added commits to', rest: head }, options);
  }
  if (payload.has('changes.assignees'))
    return ticketText(
      { ...change, action: 'changed the assignees of', assignees: assignees(delivery) },
      options,
    );
  return ticketText({ ...change, action: 'updated', text: description(delivery) }, options);
}
