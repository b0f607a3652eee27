import { unsupportedEvent } from '../errors.ts';
import { entryOf, type Integration } from '../integration.ts';
import { facts, link, paragraphs } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const NAME = 'newrelic';

const STATES: Readonly<Record<string, { readonly icon: string; readonly verb: string }>> = {
  created: { icon: ':rotating_light:', verb: 'was created' },
  activated: { icon: ':rotating_light:', verb: 'is active' },
  acknowledged: { icon: ':info:', verb: 'was acknowledged' },
  closed: { icon: ':check:', verb: 'was closed' },
};

export const newrelic: Integration = {
  name: NAME,
  displayName: 'New Relic',
  events: Object.keys(STATES),
  options: [],
  about:
    'Posts issues that are created, active, acknowledged or closed, with their priority, condition and entities.',
  setup:
    'In Alerts choose Destinations, and add a webhook with the address as endpoint URL. Send it from a workflow with the default template.',
  compose: ({ payload }) => {
    const event = payload.text('state').toLowerCase();
    const state = entryOf(STATES, event);
    if (state === undefined) throw unsupportedEvent(NAME, event);
    const title = payload.text('title');
    return [
      {
        event,
        topic: topicOf(payload, title),
        content: paragraphs(
          `${state.icon} The issue ${link(title, payload.textIf('issueUrl'))} ${state.verb}.`,
          facts(
            ['Priority', payload.textIf('priority')?.toLowerCase()],
            ['Condition', namesIn(payload, 'alertConditionNames')],
            ['Policy', namesIn(payload, 'alertPolicyNames')],
            ['Entities', namesIn(payload, 'impactedEntities')],
          ),
        ),
      },
    ];
  },
};

/** The condition, so that issues of the same cause share a topic. */
function topicOf(payload: PayloadObject, title: string): string {
  return payload.textsIf('alertConditionNames')[0] ?? title;
}

/** Names that a message lists. */
const MAX_NAMES = 5;

function namesIn(payload: PayloadObject, path: string): string {
  const names = payload.textsIf(path);
  const rest = names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : '';
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest}`;
}
