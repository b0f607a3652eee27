import type { Audience } from './audience.ts';
import { withPosition, type LoggedEvent } from './logged-event.ts';
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
