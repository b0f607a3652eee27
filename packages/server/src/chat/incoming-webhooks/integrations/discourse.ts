import { textOfHtml } from '../html-text.ts';
import {
  composeByEvent,
  eventHeader,
  type EventTable,
  type EventTemplate,
  type Integration,
  type WebhookDelivery,
} from '../integration.ts';
import { link, paragraphs, plain, quote } from '../markdown.ts';
import { signedIn } from '../signatures.ts';

const NAME = 'discourse';

type Delivery = WebhookDelivery;

const table: EventTable = {
  ping: { topic: () => 'Test event', text: () => 'The webhook of Discourse works.' },
  topic_created: topicTemplate('began'),
  topic_edited: topicTemplate('edited'),
  topic_destroyed: topicTemplate('deleted'),
  topic_recovered: topicTemplate('restored'),
  post_created: postTemplate('replied in'),
  post_edited: postTemplate('edited a post in'),
  post_destroyed: postTemplate('deleted a post in'),
  post_recovered: postTemplate('restored a post in'),
  user_created: { topic: () => 'users', text: (d) => `${userName(d)} registered.` },
  user_approved: { topic: () => 'users', text: (d) => `${userName(d)} was approved.` },
};

/** Events that happen all the time, or repeat another one. */
const DROPPED = /^(?:user_(?:logged|updated|confirmed)|notification_|topic_(?:status|closed|views))/;
/** The beginning of a topic is also its first post. */
const FIRST_POST = 1;

export const discourse: Integration = {
  name: NAME,
  displayName: 'Discourse',
  events: Object.keys(table),
  options: [],
  signature: signedIn('X-Discourse-Event-Signature', 'sha256='),
  deliveryHeader: 'x-discourse-event-id',
  about: 'Posts new, edited and deleted topics and posts of a forum, and new users.',
  setup:
    'In the administration choose API, then Webhooks. Create one with the address as payload URL, the content type JSON, and the events of topics and posts.',
  compose: composeByEvent(NAME, table, (delivery) => {
    const event = eventHeader(delivery, 'X-Discourse-Event');
    const isFirst = event === 'post_created' && delivery.payload.numberIf('post.post_number') === FIRST_POST;
    return isFirst || DROPPED.test(event) ? undefined : event;
  }),
};

function topicTemplate(verb: string): EventTemplate {
  return {
    topic: ({ payload }) => payload.text('topic.title'),
    text: (delivery) => {
      const { payload } = delivery;
      const user = plain(payload.textIf('topic.created_by.username') ?? 'A user');
      const path = [payload.textIf('topic.slug'), payload.textIf('topic.id')];
      const named = link(payload.text('topic.title'), urlOf(delivery, path));
      return verb === 'began'
        ? `${user} began the topic ${named}.`
        : `The topic ${named} of ${user} was ${verb}.`;
    },
  };
}

function postTemplate(verb: string): EventTemplate {
  return {
    topic: ({ payload }) => payload.text('post.topic_title'),
    text: (delivery) => {
      const { payload } = delivery;
      const path = ['topic_slug', 'topic_id', 'post_number'].map((name) => payload.textIf(`post.${name}`));
      const named = link(payload.text('post.topic_title'), urlOf(delivery, path));
      const text = payload.textIf('post.raw') ?? textOfHtml(payload.textIf('post.cooked') ?? '');
      return paragraphs(
        `${plain(payload.textIf('post.username') ?? 'A user')} ${verb} ${named}.`,
        verb.startsWith('deleted') ? '' : quote(text),
      );
    },
  };
}

function userName({ payload }: Delivery): string {
  return plain(payload.textIf('user.username') ?? 'A user');
}

/** The page of a topic or post, if the forum names its address. */
function urlOf({ header }: Delivery, path: readonly (string | undefined)[]): string | undefined {
  const home = header('x-discourse-instance') ?? '';
  if (!/^https?:\/\/[^\s/]+$/.test(home) || path.includes(undefined)) return undefined;
  return `${home}/t/${path.map((part = '') => encodeURIComponent(part)).join('/')}`;
}
