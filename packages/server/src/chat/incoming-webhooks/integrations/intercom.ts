import { textOfHtml } from '../html-text.ts';
import {
  composeByEvent,
  type EventTable,
  type EventTemplate,
  type Integration,
  type WebhookDelivery,
} from '../integration.ts';
import { link, paragraphs, plain, quote } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'intercom';

type Delivery = WebhookDelivery;

const table: EventTable = {
  ping: { topic: () => 'Test event', text: () => 'The webhook of Intercom works.' },
  'conversation.user.created': conversation((_part, source) => [`${nameOf(source)} began`, source]),
  'conversation.user.replied': conversation((part) => [`${nameOf(part)} replied in`, part]),
  'conversation.admin.replied': conversation((part) => [`${nameOf(part)} replied in`, part]),
  'conversation.admin.noted': conversation((part) => [`${nameOf(part)} added a note to`, part]),
  'conversation.admin.assigned': conversation((part) => [`${nameOf(part)} assigned`]),
  'conversation.admin.closed': conversation((part) => [`${nameOf(part)} closed`]),
  'conversation.admin.opened': conversation((part) => [`${nameOf(part)} reopened`]),
  'conversation.admin.snoozed': conversation((part) => [`${nameOf(part)} snoozed`]),
  'contact.user.created': contact('user'),
  'contact.lead.created': contact('lead'),
};

export const intercom: Integration = {
  name: NAME,
  displayName: 'Intercom',
  events: Object.keys(table),
  options: [],
  signature: signedIn('X-Hub-Signature', 'sha1=', { hash: 'sha1' }),
  about:
    'Posts new conversations, replies, notes, conversations that are closed or reopened, and new contacts.',
  setup:
    'In the developer hub choose an app, then Webhooks. Paste the address as endpoint URL, and choose topics.',
  compose: composeByEvent(NAME, table, ({ payload }) => payload.text('topic')),
};

/** The beginning of the sentence, and the object whose text is quoted. */
type Sentence = readonly [head: string, quoted?: PayloadObject | undefined];

function conversation(
  sentence: (part: PayloadObject | undefined, source: PayloadObject | undefined) => Sentence,
): EventTemplate {
  return {
    topic: topicOf,
    text: ({ payload }) => {
      const item = payload.object('data.item');
      const part = item.listIf('conversation_parts.conversation_parts')?.at(-1);
      const [head, quoted] = sentence(part, item.objectIf('source'));
      return paragraphs(
        `${head} ${link('the conversation', urlOf(payload, item))}.`,
        quote(textOfHtml(quoted?.textIf('body') ?? '')),
      );
    },
  };
}

/** The subject of an e-mail, otherwise the person who began. */
function topicOf({ payload }: Delivery): string {
  const item = payload.object('data.item');
  const subject = textOfHtml(item.textIf('source.subject') ?? '');
  const person = item.textIf('source.author.name') ?? '';
  return subject || person || `Conversation ${item.text('id')}`;
}

function urlOf(payload: PayloadObject, item: PayloadObject): string {
  const [app, id] = [payload.textIf('app_id') ?? '', item.text('id')].map(encodeURIComponent);
  return (
    item.textIf('links.conversation_web') ?? `https://app.intercom.com/a/apps/${app}/conversations/${id}`
  );
}

function nameOf(of: PayloadObject | undefined): string {
  return plain(of?.textIf('author.name') ?? 'A user');
}

function contact(kind: string): EventTemplate {
  return {
    topic: () => 'contacts',
    text: ({ payload }) => `${plain(payload.textIf('data.item.name') ?? 'A contact')} is a new ${kind}.`,
  };
}
