import { unsupportedEvent } from '../errors.ts';
import type { Integration } from '../integration.ts';
import { link, paragraphs, plain } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const NAME = 'uptimerobot';

export const uptimerobot: Integration = {
  name: NAME,
  displayName: 'UptimeRobot',
  events: ['up', 'down'],
  options: [],
  hintsAtMissingFields: true,
  about:
    'Posts when a monitor goes down and when it is up again, with the reason and the time that it was down.',
  setup:
    'Add an alert contact of the kind Webhook. Paste the address as URL, and send the default variables as JSON in the body.',
  compose: ({ payload }) => {
    const event = payload.text('alert_type_friendly_name').toLowerCase();
    if (event !== 'up' && event !== 'down') throw unsupportedEvent(NAME, event);
    const name = payload.text('monitor_friendly_name');
    const monitor = link(name, payload.text('monitor_url'));
    const details = plain(payload.textIf('alert_details') ?? '');
    const reason = details === '' ? '' : ` (${details})`;
    return [
      {
        event,
        topic: name,
        content:
          event === 'down'
            ? `:cross_mark: ${monitor} is down${reason}.`
            : paragraphs(`:check: ${monitor} is up again${reason}.`, downTime(payload)),
      },
    ];
  },
};

function downTime(payload: PayloadObject): string {
  const duration = payload.text('alert_friendly_duration');
  return `It was down for ${plain(duration)}.`;
}
