import { createCell, type Cell } from '../cell.ts';

/** An operation waits for a new log-in; false gives it up. */
export type LogInQuestion = { readonly answer: (isDone: boolean) => void };

const current = createCell<LogInQuestion | undefined>(undefined);
let asked: Promise<boolean> | undefined;

/** The operation that waits, if there is one. */
export const openLogIn: Cell<LogInQuestion | undefined> = current;

/** Asks the user to log in again; operations that are refused meanwhile share the answer. */
export function askForLogIn(): Promise<boolean> {
  asked ??= new Promise((resolve) => {
    current.set({
      answer: (isDone) => {
        asked = undefined;
        current.set(undefined);
        resolve(isDone);
      },
    });
  });
  return asked;
}
