import type { HighlightEngine } from '../engines.ts';
import { escapeAttribute, escapeCode } from '../html.ts';
import type { Job } from '../job.ts';

/** A block of code in the wrapper that clients parse. */
export function codeBlockHtml(job: Job, lines: readonly string[], language: string): string {
  const code = lines.map((line) => line.trimEnd());
  const hint = language === '' ? hintIn(code[0] ?? '') : undefined;
  const shown = (hint?.drop === true ? code.slice(1) : code).join('\n');
  const written = hint?.language ?? language;
  const engine = job.engines.highlight;
  if (written !== '' && engine === undefined) job.found.missing.add('highlight');
  const body = (written === '' ? undefined : engine?.html(shown, written)) ?? escapeCode(shown);
  return `<div class="codehilite"${languageAttribute(language, engine)}><pre><span></span><code>${body}\n</code></pre></div>`;
}

function languageAttribute(language: string, engine: HighlightEngine | undefined): string {
  if (language === '') return '';
  return ` data-code-language="${escapeAttribute(engine?.languageName(language) ?? language)}"`;
}

type Hint = {
  readonly language: string;
  /** The line only names the language and is not part of the code. */
  readonly drop: boolean;
};

/** Code may name its language in its own first line: `#!python`, `:::python` or `#!/usr/bin/env python`. */
function hintIn(line: string): Hint | undefined {
  const mark = /^(?::::+|#!)/.exec(line)?.[0];
  if (mark === undefined) return undefined;
  const [, program, language = ''] = /^((?:\S*\/)?(?:env +)?)([\w+#-]+)$/.exec(line.slice(mark.length)) ?? [];
  return program === undefined ? undefined : { language, drop: mark !== '#!' || program === '' };
}
