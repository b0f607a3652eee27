import path from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

/** Packages with native code, which are copied beside the bundle. */
export const NATIVE_PACKAGES = ['sharp', '@node-rs/argon2'];
/** Optional parts of packages, which the server does not use. */
const LEFT_OUT = ['pg-native', 'bufferutil', 'utf-8-validate'];
const OUTSIDE = new Set([...NATIVE_PACKAGES, ...LEFT_OUT]);

/** Programs of threads are named `new URL('./name.ts', import.meta.url)`; other files are found from the same value. */
const PLACE = /new URL\('(?:\.\/)?([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g;

/**
 * Writes the server and all packages without native code. Files that the server reads keep their places in the repository.
 * Programs of threads are entries of their own beside `main.js`.
 */
export async function bundleServer(root: string, output: string): Promise<void> {
  const build = await rolldown({
    cwd: root,
    input: path.join(root, 'packages/server/src/main.ts'),
    platform: 'node',
    external: (id) => OUTSIDE.has(id),
    plugins: [placesOfSources(root)],
    logLevel: 'warn',
  });
  await build.write({ dir: output, cleanDir: true });
  await build.close();
}

function placesOfSources(root: string): Plugin {
  const packages = path.join(root, 'packages') + path.sep;
  const output = path.join(root, 'packages/server/dist');
  return {
    name: 'places-of-sources',
    transform(code, id) {
      if (!id.startsWith(packages)) return undefined;
      if (/import\.meta\.(?:dirname|filename)/.test(code))
        throw new Error(`${id}: use new URL(…, import.meta.url), which the build keeps right.`);
      if (!code.includes('import.meta.url')) return undefined;
      const source = JSON.stringify(path.relative(output, id).split(path.sep).join('/'));
      return code.replaceAll(PLACE, (_, program?: string) => {
        if (program === undefined) return `new URL(${source}, import.meta.url).href`;
        const file = path.join(path.dirname(id), `${program}.ts`);
        this.emitFile({ type: 'chunk', id: file, fileName: `${program}.js` });
        return `new URL('./${program}.js', import.meta.url)`;
      });
    },
  };
}
