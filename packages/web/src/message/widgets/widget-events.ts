import type { Message } from '@parley/client';

export type WidgetKind = 'poll' | 'todo' | 'zform';

/** Content of a widget as JSON, or nothing for what cannot be read. */
export function widgetContents(message: Message): readonly WidgetEvent[] {
  return message.submessages
    .filter(({ msg_type: type }) => type === 'widget')
    .flatMap(({ sender_id: senderId, content }) => {
      try {
        const value: unknown = JSON.parse(content);
        return typeof value === 'object' && value !== null ? [{ senderId, value: value as WidgetValue }] : [];
      } catch {
        return [];
      }
    });
}

/** Fields of submessages, none of which can be relied on. */
export type WidgetValue = Readonly<Record<string, unknown>>;
export type WidgetEvent = { readonly senderId: number; readonly value: WidgetValue };

export function widgetKind(events: readonly WidgetEvent[]): WidgetKind | undefined {
  const kind = events[0]?.value['widget_type'];
  return kind === 'poll' || kind === 'todo' || kind === 'zform' ? kind : undefined;
}
