import { isTopicShown, type Integration } from '../integration.ts';
import { facts, link, paragraphs, plain, quote } from '../markdown.ts';

export const zendesk: Integration = {
  name: 'zendesk',
  displayName: 'Zendesk',
  events: null,
  options: [],
  hintsAtMissingFields: true,
  about:
    'Posts tickets about which a trigger tells. The payload has `ticket_id` and `ticket_title`, and may have `link`, `message`, `status`, `priority`, `requester` and `assignee`.',
  setup:
    'In Apps and integrations create a webhook with the address, and a trigger that sends it JSON: `{{ticket.id}}` as `ticket_id`, `{{ticket.title}}` as `ticket_title`, `{{ticket.link}}` as `link`, `{{ticket.latest_comment}}` as `message`.',
  compose: ({ payload, options }) => {
    const [number, title] = [payload.text('ticket_id'), payload.text('ticket_title')];
    const named = link(`Ticket #${number}`, payload.textIf('link'));
    return [
      {
        topic: `#${number}: ${title}`,
        content: paragraphs(
          `${named}${isTopicShown(options) ? '' : ` ${plain(title)}`} was changed.`,
          quote(payload.textIf('message')),
          facts(
            ['Status', payload.textIf('status')],
            ['Priority', payload.textIf('priority')],
            ['Requester', payload.textIf('requester')],
            ['Assignee', payload.textIf('assignee')],
          ),
        ),
      },
    ];
  },
};
