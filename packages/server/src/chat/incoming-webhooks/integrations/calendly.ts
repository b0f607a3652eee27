import { composeByEvent, type EventTable, type Integration, type WebhookDelivery } from '../integration.ts';
import { bold, globalTime, link, paragraphs, plain, quote } from '../markdown.ts';
import { signedWithTimeIn } from '../signatures.ts';

const NAME = 'calendly';

type Delivery = WebhookDelivery;

const table: EventTable = {
  'invitee.created': { topic: meetingName, text: booked },
  'invitee.canceled': { topic: meetingName, text: canceled },
  'invitee_no_show.created': { topic: meetingName, text: (d) => `${invitee(d)} did not come${when(d)}.` },
};

export const calendly: Integration = {
  name: NAME,
  displayName: 'Calendly',
  events: Object.keys(table),
  options: [],
  signature: signedWithTimeIn('Calendly-Webhook-Signature'),
  about:
    'Posts meetings that are booked, moved or canceled, with their time, place and answers to questions.',
  setup:
    'Create a webhook subscription with the API of Calendly, with the address as `url` and the events `invitee.created` and `invitee.canceled`.',
  compose: composeByEvent(NAME, table, ({ payload }) => payload.text('event')),
};

function meetingName({ payload }: Delivery): string {
  return payload.textIf('payload.scheduled_event.name') ?? 'Meetings';
}

function invitee({ payload }: Delivery): string {
  return bold(payload.text('payload.name'));
}

function when({ payload }: Delivery): string {
  const start = globalTime(payload.textIf('payload.scheduled_event.start_time'));
  return start === '' ? '' : ` at ${start}`;
}

/** Questions that a message lists. */
const MAX_ANSWERS = 10;

function booked(delivery: Delivery): string {
  const { payload } = delivery;
  const verb = payload.has('payload.old_invitee') ? 'moved a meeting' : 'booked a meeting';
  const host = payload.listIf('payload.scheduled_event.event_memberships')?.[0]?.textIf('user_name');
  const answers = (payload.listIf('payload.questions_and_answers') ?? [])
    .slice(0, MAX_ANSWERS)
    .map((one) => `${one.textIf('question') ?? ''}\n${one.textIf('answer') ?? ''}`);
  return paragraphs(
    `${invitee(delivery)} ${verb}${host === undefined ? '' : ` with ${plain(host)}`}${when(delivery)}.`,
    place(delivery),
    quote(answers.join('\n\n')),
  );
}

function place({ payload }: Delivery): string {
  const url = payload.textIf('payload.scheduled_event.location.join_url');
  const location = plain(payload.textIf('payload.scheduled_event.location.location') ?? '');
  if (url !== undefined) return link('Join the meeting', url);
  return location === '' ? '' : `Place: ${location}`;
}

/** The old meeting of one that is moved is canceled; the new one tells of the move. */
function canceled(delivery: Delivery): string {
  const { payload } = delivery;
  if (payload.flag('payload.rescheduled')) return '';
  const by = payload.textIf('payload.cancellation.canceled_by');
  return paragraphs(
    `The meeting of ${invitee(delivery)}${when(delivery)} was canceled${by === undefined ? '' : ` by ${plain(by)}`}.`,
    quote(payload.textIf('payload.cancellation.reason')),
  );
}
