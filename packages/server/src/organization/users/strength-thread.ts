import { doTasks } from '../../engine/do-tasks.ts';
import { guessesOf } from './password-guesses.ts';
import type { Estimate } from './password-strength.ts';

doTasks(({ password, known }: Estimate) => guessesOf(password, known));
