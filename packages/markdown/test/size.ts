import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';

export interface BundleSize {
  name: string;
  minified: number;
  compressed: number;
}

const source = fileURLToPath(new URL('../src/', import.meta.url));
const emojiNames = /[/\\]emoji[/\\]names\.ts$/;

/** Sizes of the code that a browser loads, at once and on demand. */
export async function bundleSizes(): Promise<BundleSize[]> {
  return [
    await sizeOf('renderer', 'index.ts', [emojiNames]),
    await sizeOf('emoji names', 'emoji/names.ts', []),
    await sizeOf('on demand: highlighting', 'code/highlight.ts', []),
    await sizeOf('on demand: linkifiers (RE2)', 'linkifiers/match.ts', []),
    await sizeOf('on demand: formulas (KaTeX)', 'code/katex.ts', []),
  ];
}

async function sizeOf(name: string, entry: string, external: RegExp[]): Promise<BundleSize> {
  const build = await rolldown({ input: source + entry, platform: 'browser', external });
  const { output } = await build.generate({ format: 'esm', minify: true });
  await build.close();
  const code = output.map((part) => ('code' in part ? part.code : '')).join('');
  return { name, minified: Buffer.byteLength(code), compressed: gzipSync(code, { level: 9 }).length };
}
