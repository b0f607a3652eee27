import { escapeAttribute, escapeCode } from '../html.ts';
import type { Job } from '../job.ts';
import { languageName } from './languages.ts';

/** A block of code in the wrapper that clients parse. */
export function codeBlockHtml(job: Job, lines: readonly string[], language: string): string {
  const code = lines.map((line) => line.trimEnd());
  const hint = language === '' ? hintIn(code[0] ?? '') : undefined;
  const shown = hint?.drop === true ? code.slice(1) : code;
  const attribute =
    language === '' ? '' : ` data-code-language="${escapeAttribute(languageName(language) ?? language)}"`;
  const body = highlighted(job, shown.join('\n'), language || (hint?.language ?? ''));
  return `<div class="codehilite"${attribute}><pre><span></span><code>${body}\n</code></pre></div>`;
}

function highlighted(job: Job, code: string, language: string): string {
  if (language === '' || languageName(language) === undefined) {
    return escapeCode(code);
  }
  if (job.engines.highlight === undefined) {
    job.found.missing.add('highlight');
    return escapeCode(code);
  }
  return job.engines.highlight(code, language) ?? escapeCode(code);
}

interface Hint {
  language: string;
  /** The line only names the language and is not part of the code. */
  drop: boolean;
}

/** Code may name its language in its own first line: `#!python`, `:::python` or `#!/usr/bin/env python`. */
function hintIn(line: string): Hint | undefined {
  const match = /^(?:(:::+)|#!)(\/?(?:\S*\/)?(?:env +)?)([\w+#-]+)$/.exec(line);
  if (match === null) return undefined;
  return { language: match[3] ?? '', drop: match[1] !== undefined || match[2] === '' };
}
