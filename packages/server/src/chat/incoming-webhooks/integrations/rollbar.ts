import {
  composeByEvent,
  entryOf,
  type EventTable,
  type EventTemplate,
  type Integration,
  type WebhookDelivery,
} from '../integration.ts';
import { code, facts, firstLine, link, paragraphs, plain } from '../markdown.ts';

const NAME = 'rollbar';

type Delivery = WebhookDelivery;

const ICONS: Readonly<Record<string, string>> = {
  critical: ':red_circle:',
  error: ':red_circle:',
  warning: ':yellow_circle:',
  info: ':blue_circle:',
  debug: ':white_circle:',
};

/** Levels of items are numbers, and those of occurrences words. */
const LEVELS: Readonly<Record<string, string>> = {
  50: 'critical',
  40: 'error',
  30: 'warning',
  20: 'info',
  10: 'debug',
};

const table: EventTable = {
  new_item: item('New item'),
  occurrence: item('Occurrence'),
  exp_repeat_item: item(({ payload }) =>
    `Occurrence ${plain(payload.textIf('data.occurrences') ?? '')}`.trim(),
  ),
  item_velocity: item(({ payload }) => {
    const [count, window] = [
      payload.textIf('data.trigger.threshold'),
      payload.textIf('data.trigger.window_size_description'),
    ];
    return count === undefined || window === undefined
      ? 'Many occurrences'
      : `${plain(count)} occurrences in ${plain(window)}`;
  }),
  reactivated_item: item('Reactivated'),
  reopened_item: item('Reopened'),
  resolved_item: item('Resolved'),
  deploy: { topic: () => 'deploys', text: deployed },
  test: { topic: () => 'Test event', text: () => 'The webhook of Rollbar works.' },
};

export const rollbar: Integration = {
  name: NAME,
  displayName: 'Rollbar',
  events: Object.keys(table),
  options: [],
  about: 'Posts new, repeated, reopened and resolved items with their level and place, and deploys.',
  setup:
    'In the settings of the project choose Notifications, then Webhook. Paste the address as URL, and choose rules.',
  compose: composeByEvent(NAME, table, ({ payload }) => payload.text('event_name')),
};

function item(head: string | ((delivery: Delivery) => string)): EventTemplate {
  return {
    topic: titleOf,
    text: (delivery) => {
      const { payload } = delivery;
      const level = levelOf(delivery);
      const number = payload.textIf('data.item.counter');
      const named = number === undefined ? titleOf(delivery) : `#${number} ${titleOf(delivery)}`;
      return paragraphs(
        `${entryOf(ICONS, level) ?? ':info:'} ${typeof head === 'string' ? head : head(delivery)}: ${link(named, payload.textIf('data.url'))}`,
        facts(
          ['Level', level],
          ['Environment', payload.textIf('data.item.environment')],
          ['Occurrences', payload.textIf('data.item.total_occurrences')],
        ),
      );
    },
  };
}

function titleOf({ payload }: Delivery): string {
  return firstLine(payload.text('data.item.title'));
}

function levelOf({ payload }: Delivery): string | undefined {
  const level =
    payload.textIf('data.item.level') ??
    payload.textIf('data.item.last_occurrence.level') ??
    payload.textIf('data.occurrence.level');
  return entryOf(LEVELS, level) ?? level;
}

function deployed({ payload }: Delivery): string {
  const revision = payload.textIf('data.deploy.revision') ?? '';
  const user = payload.textIf('data.deploy.local_username') ?? '';
  const what = revision === '' ? 'A version' : `The revision ${code(revision.slice(0, 12))}`;
  const by = user === '' ? '' : ` by ${plain(user)}`;
  return `:rocket: ${what} was deployed to ${plain(payload.textIf('data.deploy.environment') ?? 'production')}${by}.`;
}
