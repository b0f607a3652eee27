import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

export type BundleSize = {
  name: string;
  minified: number;
  compressed: number;
};

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
const EMOJI_NAMES = /[/\\]emoji[/\\]names\.json$/;

/** Sizes of the code that a browser loads, at once and on demand. */
export async function bundleSizes(): Promise<BundleSize[]> {
  return [
    await sizeOf('renderer', 'index.ts', [EMOJI_NAMES]),
    await sizeOf('emoji names', 'emoji/names.json', []),
    await sizeOf('on demand: highlighting', 'code/highlight.ts', []),
    await sizeOf('on demand: linkifiers (RE2)', 'linkifiers/match.ts', []),
    await sizeOf('on demand: formulas (KaTeX)', 'code/katex.ts', []),
  ];
}

async function sizeOf(name: string, entry: string, external: RegExp[]): Promise<BundleSize> {
  const build = await rolldown({ input: SOURCE + entry, platform: 'browser', external });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const code = output.map((part) => ('code' in part ? part.code : '')).join('');
  return { name, minified: Buffer.byteLength(code), compressed: gzipSync(code, { level: 9 }).length };
}
