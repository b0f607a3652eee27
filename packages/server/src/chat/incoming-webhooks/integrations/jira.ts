import { anomalousPayload } from '../errors.ts';
import {
  composeByEvent,
  isTopicShown,
  type EventTable,
  type Integration,
  type WebhookDelivery,
} from '../integration.ts';
import { fromJiraMarkup } from '../jira-markup.ts';
import { bold, bullets, link, paragraphs, plain, quote } from '../markdown.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'jira';

type Delivery = WebhookDelivery;

const table: EventTable = {
  'jira:issue_created': { topic, text: created },
  'jira:issue_updated': { topic, text: updated },
  'jira:issue_deleted': { topic, text: (d) => `${author(d, 'user')} deleted ${issueLink(d)}.` },
  comment_created: { topic, text: (d) => comment(d, 'commented on', quotedComment(d)) },
  comment_updated: { topic, text: (d) => comment(d, 'edited a comment on', quotedComment(d)) },
  comment_deleted: { topic, text: (d) => comment(d, 'deleted a comment on', struckComment(d)) },
};

export const jira: Integration = {
  name: NAME,
  displayName: 'Jira',
  events: Object.keys(table),
  options: [],
  isEncodedTwice: true,
  usersBy: 'full_name',
  deliveryHeader: 'x-atlassian-webhook-identifier',
  signature: signedIn('X-Hub-Signature', 'sha256='),
  about: 'Posts new, changed and deleted issues, and comments. The markup of Jira is converted.',
  setup:
    'As an administrator open System, then WebHooks, and create one. Paste the address as URL and choose the events of issues and comments.',
  compose: composeByEvent(NAME, table, eventOf),
};

/** Events of other objects: attachments, links, sprints, work logs, versions. */
const DROPPED =
  /^(?:attachment|issuelink|sprint|board|worklog|project|user|option|jira:version|jira:worklog|issue_property)_|^worklog|^jira:version/;

function eventOf({ payload }: Delivery): string | undefined {
  const event = payload.textIf('webhookEvent');
  if (event === undefined) throw anomalousPayload(NAME);
  return DROPPED.test(event) ? undefined : event;
}

function topic({ payload }: Delivery): string {
  return `${payload.text('issue.key')}: ${payload.text('issue.fields.summary')}`;
}

/** The address of an issue for readers, derived from its address in the API. */
function issueLink({ payload, options }: Delivery): string {
  const key = payload.text('issue.key');
  const base = /^(https?:\/\/[^?#]*?)\/rest\/api\//.exec(payload.textIf('issue.self') ?? '')?.[1];
  const named = link(key, base === undefined ? undefined : `${base}/browse/${encodeURIComponent(key)}`);
  return isTopicShown(options) ? named : `${named} ${plain(payload.text('issue.fields.summary'))}`;
}

function author({ payload }: Delivery, path: string): string {
  return plain(payload.textIf(`${path}.displayName`) ?? payload.textIf(`${path}.name`) ?? 'A user');
}

function created(delivery: Delivery): string {
  const { payload } = delivery;
  const facts = [
    ['Priority', payload.textIf('issue.fields.priority.name')],
    ['Assignee', payload.textIf('issue.fields.assignee.displayName')],
  ] as const;
  return paragraphs(
    `${author(delivery, 'user')} created ${issueLink(delivery)}.`,
    bullets(
      facts.flatMap(([name, value]) => (value === undefined ? [] : [`${bold(name)}: ${plain(value)}`])),
    ),
  );
}

function updated(delivery: Delivery): string {
  const { payload } = delivery;
  // Comments of older versions arrive as updates without changes.
  const items = payload.listIf('changelog.items') ?? [];
  if (items.length === 0)
    return payload.has('comment') ? comment(delivery, 'commented on', quotedComment(delivery), 'user') : '';
  const lines = items.map((item) => {
    const [from, to] = [item.textIf('fromString') ?? '', item.textIf('toString') ?? ''];
    const change = [from === '' ? '' : ` from ${bold(from)}`, to === '' ? '' : ` to ${bold(to)}`].join('');
    return `Changed ${plain(item.text('field'))}${change === '' ? '' : change}`;
  });
  return paragraphs(`${author(delivery, 'user')} updated ${issueLink(delivery)}:`, bullets(lines));
}

function comment(delivery: Delivery, verb: string, text: string, path = 'comment.author'): string {
  const user = delivery.payload.has(path) ? author(delivery, path) : author(delivery, 'user');
  return paragraphs(`${user} ${verb} ${issueLink(delivery)}.`, text);
}

function commentText({ payload, userCalled }: Delivery): string {
  return fromJiraMarkup(payload.textIf('comment.body') ?? '', userCalled);
}

function quotedComment(delivery: Delivery): string {
  return quote(commentText(delivery));
}

function struckComment(delivery: Delivery): string {
  const text = plain(commentText(delivery)).replaceAll('~', '');
  return text === '' ? '' : `~~${text}~~`;
}
