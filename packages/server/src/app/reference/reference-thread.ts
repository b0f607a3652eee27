import { answerQuestions } from '@parley/markdown/worker-pool/program';
import { createSite } from './site.ts';
import type { ReferenceQuestion } from './rendered-reference.ts';

const site = createSite();

answerQuestions((question: ReferenceQuestion) =>
  'term' in question ? site.search(question.term) : site.at(question.path),
);
