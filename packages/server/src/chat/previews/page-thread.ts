import { answerQuestions } from '@parley/markdown/worker-pool/program';
import { decodePage } from './decode-page.ts';
import { frameOf } from './parse-frame.ts';
import { factsOf } from './parse-page.ts';
import type { PageAnswer, PageQuestion } from './page-reader.ts';

answerQuestions((question: PageQuestion): PageAnswer => {
  switch (question.kind) {
    case 'page':
      return { facts: factsOf(decodePage(question.bytes, question.type), question.url) };
    case 'frame':
      return { frame: frameOf(question.html, question.domain) };
  }
});
