import { Suspense, type ReactElement } from 'react';
import { lazyPart } from './lazy-part.ts';
import { openQuestion } from './question-store.ts';
import { useCell } from './use-cell.ts';

const QuestionDialog = lazyPart(async () => (await import('./question-dialog.tsx')).QuestionDialog);

/** The place of questions; one per page. */
export function Questions(): ReactElement | null {
  const question = useCell(openQuestion);
  if (question === undefined) return null;
  return (
    <Suspense>
      <QuestionDialog key={question.title} question={question} />
    </Suspense>
  );
}
