import type { Audience } from './audience.ts';
import type { LoggedAttachmentUpdate, LoggedEvent } from './logged-event.ts';
import type { ControlEntry } from './control-entry.ts';

/** One position of an organization's log. */
export type LogEntry =
  | {
      readonly position: number;
      readonly kind: 'event';
      readonly audience: Audience;
      readonly event: LoggedEvent;
    }
  | { readonly position: number; readonly kind: 'notice'; readonly notice: ControlEntry };

export type LogRow = { position: number; audience: string; event: string };

const NODES_AUDIENCE = '{"kind":"nodes"}';

export function parseEntry(row: LogRow): LogEntry {
  return row.audience === NODES_AUDIENCE
    ? { position: row.position, kind: 'notice', notice: JSON.parse(row.event) as ControlEntry }
    : {
        position: row.position,
        kind: 'event',
        audience: JSON.parse(row.audience) as Audience,
        event: withPosition(JSON.parse(row.event) as LoggedEvent, row.position),
      };
}

/** Inserts the ids that depend on the position of an entry. */
function withPosition(event: LoggedEvent, position: number): LoggedEvent {
  if (event.type === 'message') return { ...event, message: { ...event.message, id: position } };
  if (event.type !== 'attachment' || event.op !== 'update') return event;
  const { messageBefore, ...update }: LoggedAttachmentUpdate = event;
  if (messageBefore === undefined) return update;
  const message_ids = [...update.attachment.message_ids, position - messageBefore];
  return { ...update, attachment: { ...update.attachment, message_ids } };
}

export function eventRow(audience: Audience, event: LoggedEvent): Omit<LogRow, 'position'> {
  return {
    audience: JSON.stringify(audience),
    event: JSON.stringify(event),
  };
}

export function controlRow(notice: ControlEntry): Omit<LogRow, 'position'> {
  return {
    audience: NODES_AUDIENCE,
    event: JSON.stringify(notice),
  };
}
