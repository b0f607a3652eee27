import type { State } from '@parley/client';
import { showToast } from '../parts/toast-store.ts';
import { t } from '../words/index.ts';
import { linkFromPaste } from './edit/format.ts';
import { htmlToMarkdown } from './edit/html-to-markdown.ts';
import { linkName } from './edit/link-names.ts';
import { replaceRange } from './edit/text-edit.ts';
import type { ComposeSession } from './session.ts';
import { MAX_FILES } from './uploads.ts';
import type { ComposeField } from './use-field.ts';

/** Handles a paste that is more than plain text; false leaves it to the browser. */
export function pasteInto(
  state: State,
  field: ComposeField,
  session: ComposeSession,
  data: DataTransfer,
): boolean {
  const files = filesIn(data);
  const plain = data.getData('text/plain');
  const html = data.getData('text/html');
  // Office programs add a picture of a copied text.
  if (files.length > 0 && plain === '') {
    attachFiles(field, session, files);
    return true;
  }
  const selection = field.selection();
  const link = linkFromPaste(selection, plain);
  if (link !== undefined) {
    field.edit(link);
    return true;
  }
  const name = linkName(state, globalThis.location.origin, plain);
  if (name !== undefined) {
    field.insert(name);
    return true;
  }
  const markdown = html === '' || isCodeEditor(data) ? undefined : htmlToMarkdown(html);
  if (markdown === undefined || markdown === plain.trim()) return false;
  field.edit(replaceRange(selection.start, selection.end, markdown));
  return true;
}

export function filesIn(data: DataTransfer): readonly File[] {
  return [...data.files];
}

/** Starts uploads and puts their placeholders at the caret. */
export function attachFiles(field: ComposeField, session: ComposeSession, files: readonly File[]): void {
  if (session.uploads.items.get().length + files.length > MAX_FILES)
    showToast({ text: t('A message can have at most {count} files.', { count: MAX_FILES }) });
  const text = session.uploads.add(files);
  if (text !== '') field.insert(text, true);
}

/** Code editors copy highlighted code as HTML. */
function isCodeEditor(data: DataTransfer): boolean {
  return data.types.some((type) => type.startsWith('vscode') || type === 'application/x-code');
}
