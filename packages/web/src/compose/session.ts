import { createCell, type Cell } from '../data/cell.ts';
import { createUploads, withoutPlaceholders, type Uploads, type UploadsOptions } from './uploads.ts';

/** Where the text of a box is kept between visits. */
export type TextStore = {
  readonly load: () => string;
  readonly save: (text: string) => void;
};

/** Sends a text, or stores it; the box is empty already and gets the text back when this fails. */
export type Deliver = (text: string) => Promise<void>;

/** Reason why a text cannot be sent now. */
export type Hindrance = 'empty' | 'too-long' | 'failed-upload';

/** A text that is being written, with its files. It outlives the box that shows it. */
export type ComposeSession = {
  readonly text: Cell<string>;
  readonly uploads: Uploads;
  /** A sentence for the user: a refusal of the server, or a reason why the text was not sent. */
  readonly note: Cell<string | undefined>;
  /** The message is sent as soon as its files are uploaded. */
  readonly isWaiting: Cell<boolean>;
  readonly setText: (text: string) => void;
  readonly append: (text: string) => void;
  readonly setNote: (note: string | undefined) => void;
  /** Takes the text out of the box and delivers it, once, however often this is called. */
  readonly submit: (deliver: Deliver, maxLength: number) => Hindrance | undefined;
  readonly stopWaiting: () => void;
  /** Nothing would be lost without this session. */
  readonly isIdle: () => boolean;
};

export function createSession(
  store: TextStore,
  options: Pick<UploadsOptions, 'upload' | 'maxBytes'>,
): ComposeSession {
  const stored = store.load();
  const text = createCell(withoutPlaceholders(stored));
  const note = createCell<string | undefined>(undefined);
  const isWaiting = createCell(false);
  let whenUploaded: (() => void) | undefined;

  const setText = (next: string): void => {
    if (next === text.get()) return;
    text.set(next);
    note.set(undefined);
    store.save(next);
  };
  const append = (added: string): void => {
    setText(joined(text.get(), added));
  };
  const uploads = createUploads({
    ...options,
    appendText: append,
    replaceText: (before, after) => {
      const at = text.get().indexOf(before);
      if (at === -1 && after !== '') append(after);
      else if (at !== -1) setText(replaced(text.get(), at, before.length, after));
    },
  });
  const stopWaiting = (): void => {
    whenUploaded = undefined;
    isWaiting.set(false);
  };
  const submit = (deliver: Deliver, maxLength: number): Hindrance | undefined => {
    const written = text.get().trim();
    if (written === '' && !uploads.isBusy()) return 'empty';
    if (lengthOf(written) > maxLength) return 'too-long';
    if (uploads.items.get().some(isNotUploaded)) return 'failed-upload';
    if (uploads.isBusy()) {
      whenUploaded = () => submit(deliver, maxLength);
      isWaiting.set(true);
      return undefined;
    }
    stopWaiting();
    note.set(undefined);
    setText('');
    uploads.clear();
    deliver(written).catch((error: unknown) => {
      setText(joined(written, text.get()));
      note.set(error instanceof Error ? error.message : String(error));
    });
    return undefined;
  };
  uploads.items.subscribe(() => {
    if (!uploads.items.get().some(isNotUploaded)) note.set(undefined);
    if (uploads.isBusy() || whenUploaded === undefined) return;
    const send = whenUploaded;
    stopWaiting();
    if (!uploads.items.get().some(isNotUploaded)) send();
  });

  return {
    text,
    uploads,
    note,
    isWaiting,
    setText,
    append,
    setNote: note.set,
    submit,
    stopWaiting,
    isIdle: () => !uploads.isBusy() && uploads.items.get().length === 0 && !isWaiting.get(),
  };
}

/** Length as the server counts it: characters beyond the basic plane count once. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function isNotUploaded({ status }: { readonly status: string }): boolean {
  return status === 'failed' || status === 'too-large';
}

/** Two texts as separate lines. */
function joined(first: string, second: string): string {
  if (first === '' || second === '') return first + second;
  return first.endsWith('\n') ? first + second : `${first}\n${second}`;
}

/** A removed part takes its line with it. */
function replaced(text: string, at: number, length: number, after: string): string {
  const [before, behind] = [text.slice(0, at), text.slice(at + length)];
  if (after !== '') return before + after + behind;
  const isWholeLine = (before === '' || before.endsWith('\n')) && (behind === '' || behind.startsWith('\n'));
  return isWholeLine ? (before + behind.replace(/^\n/, '')).replace(/\n$/, '') : before + behind;
}
