import type { ReactElement } from 'react';
import { Dialog } from './dialog.tsx';
import type { OpenQuestion } from './question-store.ts';

export function QuestionDialog({ question }: { readonly question: OpenQuestion }): ReactElement {
  const { title, text, yes, no, isDanger = false, answer } = question;
  return (
    <Dialog
      title={title}
      size="small"
      onClose={() => answer(false)}
      foot={
        <>
          <button type="button" className="btn" onClick={() => answer(false)}>
            {no}
          </button>
          <button
            type="button"
            className={isDanger ? 'btn danger' : 'btn primary'}
            // The dialog was asked for, and its button is what the user came for.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={() => answer(true)}
          >
            {yes}
          </button>
        </>
      }
    >
      {text.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </Dialog>
  );
}
