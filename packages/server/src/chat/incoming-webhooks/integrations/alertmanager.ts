import type { Integration, WebhookMessage } from '../integration.ts';
import { bold, bullets, link, paragraphs } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const STATES = {
  firing: { icon: ':rotating_light:', word: 'FIRING' },
  resolved: { icon: ':check:', word: 'Resolved' },
} as const;
type State = keyof typeof STATES;

export const alertmanager: Integration = {
  name: 'alertmanager',
  displayName: 'Alertmanager',
  events: null,
  options: [
    { key: 'name', label: 'Label or annotation that is the topic', input: 'text' },
    { key: 'desc', label: 'Label or annotation that is the text', input: 'text' },
  ],
  about:
    'Posts alerts of Prometheus, grouped by topic and state. The parameters `name` and `desc` choose the labels or annotations for topic and text.',
  setup:
    'Add a receiver with `webhook_configs` to the configuration of Alertmanager, with the address as `url`.',
  compose: ({ payload, options: { name = 'instance', desc = 'alertname' } }) => {
    const groups = Map.groupBy(payload.list('alerts'), (one) =>
      JSON.stringify([labelOf(one, name) ?? '(unknown)', stateOf(one)]),
    );
    return Array.from(groups, ([key, alerts]) => {
      const [topic, state] = JSON.parse(key) as [string, State];
      return message(topic, state, alerts, desc);
    });
  },
};

function stateOf(one: PayloadObject): State {
  return one.text('status') === 'resolved' ? 'resolved' : 'firing';
}

/** An annotation takes precedence over a label of the same name. */
function labelOf(one: PayloadObject, name: string): string | undefined {
  return one.labels('annotations').get(name) ?? one.labels('labels').get(name);
}

function message(
  topic: string,
  state: State,
  alerts: readonly PayloadObject[],
  desc: string,
): WebhookMessage {
  const { icon, word } = STATES[state];
  const lines = alerts.map((one) =>
    link(labelOf(one, desc) ?? '(no description)', one.textIf('generatorURL')),
  );
  const head = `${icon} ${bold(word)}`;
  return {
    topic,
    content: lines.length === 1 ? `${head} ${lines.join('')}` : paragraphs(head, bullets(lines)),
  };
}
