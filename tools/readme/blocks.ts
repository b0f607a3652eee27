/** A block of documented commands and its documented output. */
export type Block = {
  /** A `serve` block keeps running; a `run` block ends. */
  readonly kind: 'run' | 'serve';
  readonly script: string;
  readonly expected: string | undefined;
};

const FENCE = /^```(\w+)(?: (\w+))?\n([\s\S]*?)^```$/gm;

/** Blocks marked `sh run` or `sh serve`; a text block right after one is its output. */
export function blocksOf(page: string): Block[] {
  const fences = [...page.matchAll(FENCE)].map(([, language, mark, text = '']) => ({
    language,
    mark,
    text: text.trimEnd(),
  }));
  return fences.flatMap(({ language, mark, text }, at) => {
    if (language !== 'sh' || (mark !== 'run' && mark !== 'serve')) return [];
    const next = fences[at + 1];
    return [{ kind: mark, script: text, expected: next?.language === 'text' ? next.text : undefined }];
  });
}

/** Whether output matches the documented one; `…` matches anything. */
export function shows(output: string, expected: string): boolean {
  return new RegExp(expected.split('…').map(escape).join('[\\s\\S]*?')).test(output);
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
