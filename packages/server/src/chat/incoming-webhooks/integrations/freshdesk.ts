import { textOfHtml } from '../html-text.ts';
import { entryOf, isTopicShown, type Integration } from '../integration.ts';
import { facts, link, paragraphs, plain, quote } from '../markdown.ts';
import type { PayloadObject } from '../payload-object.ts';

/** The events and their words in messages, by the first word that Freshdesk reports. */
const CHANGES: Readonly<Record<string, { readonly event: string; readonly text: string }>> = {
  ticket_action: { event: 'ticket_created', text: 'was created' },
  status: { event: 'status_changed', text: 'has another status' },
  priority: { event: 'priority_changed', text: 'has another priority' },
  reply_sent: { event: 'replied', text: 'has a new reply' },
  note_type: { event: 'note_added', text: 'has a new note' },
};
const OTHER = { event: 'ticket_updated', text: 'was changed' };

const STATUSES: Readonly<Record<string, string>> = {
  2: 'open',
  3: 'pending',
  4: 'resolved',
  5: 'closed',
  6: 'waiting on the customer',
  7: 'waiting on a third party',
};
const PRIORITIES: Readonly<Record<string, string>> = { 1: 'low', 2: 'medium', 3: 'high', 4: 'urgent' };

export const freshdesk: Integration = {
  name: 'freshdesk',
  displayName: 'Freshdesk',
  events: [...Object.values(CHANGES).map(({ event }) => event), OTHER.event],
  options: [],
  hintsAtMissingFields: true,
  about: 'Posts tickets that are created, answered or changed, as automations of Freshdesk report them.',
  setup:
    'Under Automations add a rule for new tickets and one for updates with the action Trigger webhook: POST to the address, encoding JSON, content Simple with all fields of tickets and the triggering event.',
  compose: ({ payload, options }) => {
    const ticket = payload.object('freshdesk_webhook');
    const [number, title] = [ticket.text('ticket_id'), ticket.text('ticket_subject')];
    const { event, text, from } = changeOf(ticket);
    const named = link(`Ticket #${number}`, ticket.textIf('ticket_url'));
    const isNew = event === 'ticket_created';
    return [
      {
        event,
        topic: `#${number}: ${title}`,
        content: paragraphs(
          `${named}${isTopicShown(options) ? '' : ` ${plain(title)}`} ${text}${from}.`,
          quote(
            textOfHtml(ticket.textIf(isNew ? 'ticket_description' : 'ticket_latest_public_comment') ?? ''),
          ),
          facts(
            ['Status', ticket.textIf('ticket_status')],
            ['Priority', ticket.textIf('ticket_priority')],
            ['Requester', ticket.textIf('ticket_requester_name')],
            ['Agent', ticket.textIf('ticket_agent_name')],
          ),
        ),
      },
    ];
  },
};

/** The event in the form `{status:{from:2,to:5}}`. */
const REPORTED = /^\{?(\w{1,40}):(?:\{from:(\w{1,40}),to:(\w{1,40})\})?/;

function changeOf(ticket: PayloadObject): { event: string; text: string; from: string } {
  const [, name, before, after] = REPORTED.exec(ticket.textIf('triggered_event') ?? '') ?? [];
  const change = entryOf(CHANGES, name) ?? OTHER;
  if (before === undefined || after === undefined) return { ...change, from: '' };
  const words = name === 'status' ? STATUSES : PRIORITIES;
  const [old, current] = [before, after].map((value) => plain(entryOf(words, value) ?? value));
  return { ...change, from: ` (${old} before, ${current} now)` };
}
