import { unsupportedEvent } from '../errors.ts';
import { entryOf, type Integration, type WebhookMessage } from '../integration.ts';
import { link, plain } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

const NAME = 'uptimekuma';

type State = { readonly event: string; readonly icon: string; readonly text: string };

/** The states of monitors, by their number in Uptime Kuma. */
const STATES: Readonly<Record<string, State>> = {
  0: { event: 'down', icon: ':cross_mark:', text: 'is down' },
  1: { event: 'up', icon: ':check:', text: 'is up' },
  2: { event: 'pending', icon: ':info:', text: 'is tried again' },
  3: { event: 'maintenance', icon: ':construction:', text: 'is in maintenance' },
};
/** A notification without a monitor, such as a test or a certificate that expires. */
const NOTICE = 'notice';

export const uptimekuma: Integration = {
  name: NAME,
  displayName: 'Uptime Kuma',
  events: [...Object.values(STATES).map(({ event }) => event), NOTICE],
  options: [],
  about: 'Posts monitors that go down, are up again or are in maintenance, and notices about certificates.',
  setup:
    'In the settings choose Notifications, and set up one of the type Webhook. Paste the address as POST URL, with the body preset application/json.',
  compose: ({ payload }) => {
    const [beat, monitor] = [payload.objectIf('heartbeat'), payload.objectIf('monitor')];
    if (beat !== undefined && monitor !== undefined) return [change(beat, monitor)];
    return [
      {
        event: NOTICE,
        topic: monitor?.textIf('name') ?? 'Uptime Kuma',
        content: `:info: ${plain(payload.text('msg'))}`,
      },
    ];
  },
};

function change(beat: PayloadObject, monitor: PayloadObject): WebhookMessage {
  const state = entryOf(STATES, beat.text('status'));
  if (state === undefined) throw unsupportedEvent(NAME, beat.text('status'));
  const name = monitor.text('name');
  const reason = plain(beat.textIf('msg') ?? '');
  return {
    event: state.event,
    topic: name,
    content: `${state.icon} ${link(name, urlOf(monitor))} ${state.text}${reason === '' ? '' : ` (${reason})`}.`,
  };
}

/** Monitors of hosts and ports have `https://` as their address. */
function urlOf(monitor: PayloadObject): string | undefined {
  const url = monitor.textIf('url') ?? '';
  return /^https?:\/\/./i.test(url) ? url : undefined;
}
