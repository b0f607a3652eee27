import { differenceOf, type TextEdit, type TextSelection } from './text-edit.ts';

export function selectionOf(field: HTMLTextAreaElement): TextSelection {
  return { text: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** Applies an edit as if the user had typed it, so that the browser can undo it and `input` listeners hear of it. */
export function applyEdit(field: HTMLTextAreaElement, edit: TextEdit): void {
  field.focus();
  field.setSelectionRange(edit.from, edit.to);
  const isDone =
    edit.insert === ''
      ? edit.from === edit.to || document.execCommand('delete')
      : document.execCommand('insertText', false, edit.insert);
  if (!isDone) {
    field.setRangeText(edit.insert, edit.from, edit.to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
  field.setSelectionRange(edit.selectFrom, edit.selectTo);
}

/** Shows a text that changed elsewhere; the caret stays at its place in the unchanged part. */
export function showText(field: HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const { from, to, insert } = differenceOf(field.value, text);
  field.setRangeText(insert, from, to, 'preserve');
}
