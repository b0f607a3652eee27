/** A poll or a to-do list as the text of a message. */
export type WidgetDraft = {
  readonly kind: 'poll' | 'todo';
  readonly title: string;
  /** Choices or tasks; empty ones are left out. */
  readonly lines: readonly string[];
};

/** Rows of the form. */
export const MAX_WIDGET_LINES = 20;

export function widgetText({ kind, title, lines }: WidgetDraft): string {
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  const filled = lines.map(oneLine).filter((line) => line !== '');
  return [`/${kind} ${oneLine(title)}`.trim(), ...filled].join('\n');
}
