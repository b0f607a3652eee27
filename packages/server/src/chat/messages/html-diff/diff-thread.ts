import { doTasks } from '../../../engine/do-tasks.ts';
import type { Comparison } from './differences.ts';
import { diffHtml } from './diff-html.ts';

doTasks(({ before, after }: Comparison) => diffHtml(before, after));
