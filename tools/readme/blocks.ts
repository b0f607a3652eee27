/** A block of commands that users are told to run, and what they are told to see. */
export type Block = {
  /** `serve` goes on running; the others end. */
  readonly kind: 'run' | 'serve';
  readonly script: string;
  readonly expected: string | undefined;
};

const FENCE = /^```(\w+)(?: (\w+))?\n([\s\S]*?)^```$/gm;

/** Blocks that are marked `sh run` or `sh serve`; a block of text right behind one is what it shows. */
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

/** Whether output is what a page promises; `…` stands for anything. */
export function shows(output: string, expected: string): boolean {
  return new RegExp(expected.split('…').map(escape).join('[\\s\\S]*?')).test(output);
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
