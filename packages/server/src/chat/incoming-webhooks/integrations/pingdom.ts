import { unsupportedEvent } from '../errors.ts';
import { entryOf, type Integration } from '../integration.ts';
import { facts, link, paragraphs, plain } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const NAME = 'pingdom';

const STATES: Readonly<Record<string, { readonly icon: string; readonly text: string }>> = {
  up: { icon: ':check:', text: 'is up again' },
  down: { icon: ':cross_mark:', text: 'is down' },
  success: { icon: ':check:', text: 'succeeds again' },
  failing: { icon: ':cross_mark:', text: 'fails' },
};

export const pingdom: Integration = {
  name: NAME,
  displayName: 'Pingdom',
  events: Object.keys(STATES),
  options: [],
  about: 'Posts when a check goes down or is up again, and when a transaction check fails or succeeds.',
  setup:
    'In Integrations add one of the kind Webhook with the address as URL, then choose it in the settings of each check.',
  compose: ({ payload }) => {
    const event = payload.text('current_state').toLowerCase();
    const state = entryOf(STATES, event);
    if (state === undefined) throw unsupportedEvent(NAME, event);
    const name = payload.text('check_name');
    const reason = plain(payload.textIf('long_description') ?? payload.textIf('description') ?? '');
    return [
      {
        event,
        topic: name,
        content: paragraphs(
          `${state.icon} ${link(name, urlOf(payload))} ${state.text}${reason === '' ? '' : ` (${reason})`}.`,
          facts(
            ['Importance', payload.textIf('importance_level')?.toLowerCase()],
            ['Seen from', payload.textIf('first_probe.location')],
          ),
        ),
      },
    ];
  },
};

function urlOf(payload: PayloadObject): string | undefined {
  const url = payload.textIf('check_params.full_url') ?? payload.textIf('check_params.url');
  return url !== undefined && /^https?:/i.test(url) ? url : undefined;
}
