import { render } from '../full.ts';
import { isSlowLinkifier } from '../linkifiers/measure.ts';
import { answerQuestions } from './answer-questions.ts';
import type { RenderQuestion, RenderReply } from './render-protocol.ts';

// The first rendering builds the parser and the tables; no user should wait for them.
render('**ready** :tada: `x` https://example.com');
answerQuestions(replyTo);

function replyTo(question: RenderQuestion): RenderReply {
  return question.kind === 'render'
    ? { kind: 'rendered', result: render(question.content, question.context) }
    : { kind: 'measured', isSlow: isSlowLinkifier(question.pattern, question.limitMs, processorTime) };
}

/** Processor time of this thread in milliseconds, which other work of the machine does not change. */
function processorTime(): number {
  return process.threadCpuUsage().user / 1_000;
}
