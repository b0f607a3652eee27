/** A block of commands that people are told to run, and what they are told to see. */
export type Block = {
  /** `serve` goes on running; the others end. */
  readonly kind: 'run' | 'serve';
  readonly script: string;
  readonly expected: string | undefined;
};

const FENCE = /^```(\w+)(?: (\w+))?\n([\s\S]*?)^```$/gm;

/** Blocks that are marked `sh run` or `sh serve`; a block of text right behind one is what it shows. */
export const blocksOf = (page: string): Block[] => {
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
};

/** Whether output is what a page promises; `…` stands for anything. */
export const shows = (output: string, expected: string): boolean =>
  new RegExp(expected.split('…').map(escape).join('[\\s\\S]*?')).test(output);

const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
