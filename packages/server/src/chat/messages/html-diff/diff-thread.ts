import { answerQuestions } from '@parley/markdown/worker-pool/program';
import type { Comparison } from './differences.ts';
import { diffHtml } from './diff-html.ts';

answerQuestions(({ before, after }: Comparison) => diffHtml(before, after));
