import { unsupportedEvent } from '../errors.ts';
import { isTopicShown, type Integration, type WebhookDelivery, type WebhookMessage } from '../integration.ts';
import { facts, link, paragraphs, plain, quote } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'linear';

type Delivery = WebhookDelivery;

/** Objects whose changes say nothing to readers of issues. */
const DROPPED: ReadonlySet<string> = new Set(['IssueLabel', 'Project', 'ProjectUpdate', 'Cycle', 'Reaction']);

export const linear: Integration = {
  name: NAME,
  displayName: 'Linear',
  events: ['issue', 'sub_issue', 'comment'],
  options: [],
  deliveryHeader: 'linear-delivery',
  signature: signedIn('Linear-Signature'),
  about: 'Posts new, changed and removed issues with their priority, assignee and status, and comments.',
  setup:
    'In the settings of the workspace choose API, then create a webhook. Paste the address as URL and choose issues and comments.',
  compose: (delivery) => {
    const type = delivery.payload.text('type');
    if (DROPPED.has(type)) return [];
    if (type === 'Issue') return [issueMessage(delivery)];
    if (type === 'Comment') return [commentMessage(delivery)];
    throw unsupportedEvent(NAME, type);
  },
};

const VERBS: Readonly<Record<string, string>> = { create: 'created', update: 'updated', remove: 'removed' };

function verbOf({ payload }: Delivery): string {
  const action = payload.text('action');
  const verb = Object.hasOwn(VERBS, action) ? VERBS[action] : undefined;
  if (verb === undefined) throw unsupportedEvent(NAME, `${payload.text('type')} ${action}`);
  return verb;
}

function issueMessage(delivery: Delivery): WebhookMessage {
  const { payload } = delivery;
  const issue = payload.object('data');
  const isPart = issue.has('parentId');
  const [kind, title] = [isPart ? 'Sub-Issue' : 'Issue', issue.text('title')];
  const verb = verbOf(delivery);
  const head = `${kind} ${issueLink(delivery, issue, title, payload.textIf('url'))} was ${verb}`;
  const team = issue.textIf('team.name');
  return {
    event: isPart ? 'sub_issue' : 'issue',
    topic: `${kind}: ${title}`,
    content:
      verb === 'removed'
        ? `${head}.`
        : paragraphs(
            `${head}${team === undefined ? '' : ` in the team ${plain(team)}`}.`,
            quote(issue.textIf('description')),
            facts(
              ['Priority', issue.textIf('priorityLabel')],
              ['Assignee', issue.textIf('assignee.name')],
              ['Status', issue.textIf('state.name')],
            ),
          ),
  };
}

/** The number names the issue where the topic contains its title. */
function issueLink(
  { options }: Delivery,
  issue: PayloadObject,
  title: string,
  url: string | undefined,
): string {
  const number = issue.textIf('number') ?? issue.textIf('identifier');
  if (number === undefined) return link(title, url);
  return isTopicShown(options) ? link(`#${number}`, url) : `${link(`#${number}`, url)} ${plain(title)}`;
}

function commentMessage(delivery: Delivery): WebhookMessage {
  const { payload } = delivery;
  const comment = payload.object('data');
  const title = comment.textIf('issue.title') ?? 'unknown';
  const user = plain(comment.textIf('user.name') ?? 'A user');
  const action = verbOf(delivery);
  const verb = action === 'created' ? 'commented' : `${action} a comment`;
  const on = isTopicShown(delivery.options) ? 'the issue' : `the issue ${plain(title)}`;
  return {
    event: 'comment',
    topic: `Issue: ${title}`,
    content: paragraphs(
      `${user} ${link(verb, payload.textIf('url'))} on ${on}.`,
      action === 'removed' ? '' : quote(comment.textIf('body')),
    ),
  };
}
