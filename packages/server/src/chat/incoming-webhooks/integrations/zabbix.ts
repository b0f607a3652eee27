import type { Integration } from '../integration.ts';
import { facts, link, paragraphs, plain } from '../markdown.ts';

/** The words of Zabbix for problems that are over. */
const OVER: ReadonlySet<string> = new Set(['ok', 'resolved']);

export const zabbix: Integration = {
  name: 'zabbix',
  displayName: 'Zabbix',
  events: ['problem', 'resolved'],
  options: [],
  hintsAtMissingFields: true,
  about:
    'Posts problems of hosts and their resolution. The payload has `hostname`, `trigger` and `status`, and may have `severity`, `item` and `link`.',
  setup:
    'Add a media type of the kind Webhook whose script posts JSON to the address: `{HOST.NAME}` as `hostname`, `{EVENT.NAME}` as `trigger`, `{EVENT.STATUS}` as `status`, `{EVENT.SEVERITY}` as `severity`.',
  compose: ({ payload }) => {
    const host = payload.text('hostname');
    const isOver = OVER.has(payload.text('status').toLowerCase());
    const trigger = link(payload.text('trigger'), payload.textIf('link'));
    return [
      {
        event: isOver ? 'resolved' : 'problem',
        topic: host,
        content: paragraphs(
          isOver
            ? `:check: Resolved on ${plain(host)}: ${trigger}`
            : `:rotating_light: Problem on ${plain(host)}: ${trigger}`,
          facts(['Severity', payload.textIf('severity')], ['Item', payload.textIf('item')]),
        ),
      },
    ];
  },
};
