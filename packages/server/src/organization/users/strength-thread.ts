import { answerQuestions } from '@parley/markdown/worker-pool/program';
import { guessesOf } from './password-guesses.ts';
import type { Estimate } from './password-strength.ts';

answerQuestions(({ password, known }: Estimate) => guessesOf(password, known));
