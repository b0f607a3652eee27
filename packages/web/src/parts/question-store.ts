import { createCell, type Cell } from '../data/cell.ts';

export type Question = {
  readonly title: string;
  /** Consequences, a paragraph each. */
  readonly text: readonly string[];
  /** The button that does it. */
  readonly yes: string;
  /** The button that leaves everything as it is. */
  readonly no: string;
  readonly isDanger?: boolean;
};

export type OpenQuestion = Question & { readonly answer: (isYes: boolean) => void };

const current = createCell<OpenQuestion | undefined>(undefined);

/** The question on the screen. */
export const openQuestion: Cell<OpenQuestion | undefined> = current;

/** Asks the user before something that cannot be undone; another question answers this one with no. */
export function ask(question: Question): Promise<boolean> {
  current.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isYes: boolean): void => {
      if (current.get() === open) current.set(undefined);
      resolve(isYes);
    };
    const open: OpenQuestion = { ...question, answer };
    current.set(open);
  });
}
