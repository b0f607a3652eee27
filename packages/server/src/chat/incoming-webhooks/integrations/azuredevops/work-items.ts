import { numberedTopic, ticketLink, type Ticket } from '../../git-hosts.ts';
import { textOfHtml } from '../../html-text.ts';
import type { EventTemplate, WebhookDelivery } from '../../integration.ts';
import { bullets, paragraphs, plain, quote } from '../../markdown.ts';
import type { PayloadObject } from '../../payload-object.ts';

/** Names of fields contain dots. */
const TITLE = 'System.Title';
const TYPE = 'System.WorkItemType';
const PROJECT = 'System.TeamProject';
const DESCRIPTION = 'System.Description';
const COMMENT = 'System.History';

/** Fields whose changes are posted, with their names in messages. */
const SHOWN: Readonly<Record<string, string>> = {
  'System.State': 'state',
  'System.AssignedTo': 'assignee',
  [TITLE]: 'title',
  'System.IterationPath': 'iteration',
  'Microsoft.VSTS.Common.Priority': 'priority',
};

export function workItemTemplate(verb: string): EventTemplate {
  return {
    topic: ({ payload }) => {
      const { kind, number, title } = ticketOf(payload);
      return numberedTopic(fieldsOf(payload).get(PROJECT) ?? 'Work items', kind, number, title);
    },
    text: (delivery) => textOf(delivery, verb),
  };
}

/** The fields after the event; an update has them in its revision, because its own are the changes. */
function fieldsOf(payload: PayloadObject): Map<string, string> {
  return payload.labels(payload.has('resource.revision') ? 'resource.revision.fields' : 'resource.fields');
}

function ticketOf(payload: PayloadObject): Ticket {
  const fields = fieldsOf(payload);
  return {
    kind: fields.get(TYPE) ?? 'Work item',
    number: payload.textIf('resource.workItemId') ?? payload.text('resource.id'),
    title: fields.get(TITLE) ?? '',
    url: payload.textIf('resource._links.html.href') ?? payload.textIf('resource.revision._links.html.href'),
  };
}

function textOf({ payload, options }: WebhookDelivery, verb: string): string {
  const changes = verb === 'updated' ? changesOf(payload) : [];
  if (verb === 'updated' && changes.length === 0) return '';
  return paragraphs(
    `${userOf(payload, verb)} ${verb} ${ticketLink(ticketOf(payload), options)}.`,
    bullets(changes),
    quote(textOfHtml(quotedField(payload, verb))),
  );
}

function quotedField(payload: PayloadObject, verb: string): string {
  const field = verb === 'created' ? DESCRIPTION : verb === 'commented on' ? COMMENT : undefined;
  return (field === undefined ? undefined : fieldsOf(payload).get(field)) ?? '';
}

function userOf(payload: PayloadObject, verb: string): string {
  const field = verb === 'created' ? 'System.CreatedBy' : 'System.ChangedBy';
  const user = payload.textIf('resource.revisedBy.displayName') ?? fieldsOf(payload).get(field);
  return plain(nameOf(user ?? 'A user'));
}

/** `Iris` of `Iris <iris@example.org>`. */
function nameOf(user: string): string {
  return user.replace(/<[^<>]*>$/, '').trim();
}

function changesOf(payload: PayloadObject): string[] {
  return Array.from(payload.members('resource.fields')).flatMap(([field, change]) => {
    const name = Object.hasOwn(SHOWN, field) ? SHOWN[field] : undefined;
    if (name === undefined) return [];
    const [before, after] = [change.textIf('oldValue') ?? '', change.textIf('newValue') ?? ''];
    const from = before === '' ? '' : ` from ${plain(nameOf(before))}`;
    return [`changed the ${name}${from} to ${after === '' ? 'nothing' : plain(nameOf(after))}`];
  });
}
