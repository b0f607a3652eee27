import { now } from '../../data/clock.ts';
import { useCommand } from '../../keys/use-command.ts';
import type { ComposeField } from '../use-field.ts';
import { formatText, type Format } from './format.ts';

/** Formats the selection; the keys work while the text has the focus. */
export function useFormatting(field: ComposeField): (format: Format) => void {
  const format = (name: Format): void => {
    field.edit(formatText(field.selection(), name, new Date(now())));
  };
  const byKey = (name: Format) => (): void | false => (field.hasFocus() ? format(name) : false);
  useCommand('bold', byKey('bold'));
  useCommand('italic', byKey('italic'));
  useCommand('link', byKey('link'));
  useCommand('code', byKey('code'));
  return format;
}
