import { compressAssets } from './compress.ts';
import { keepPrevious, readBuilt, type BuiltAssets } from './previous.ts';
import { buildWorker } from './build-worker.ts';
import { writeSessionLinks } from './session-links.ts';
import { checkSizes } from './sizes.ts';

/** The part of Vite's plugins that this one needs. */
type Plugin = {
  name: string;
  apply: 'build';
  configResolved(config: { readonly root: string; readonly build: { readonly outDir: string } }): void;
  buildStart(): Promise<void>;
  closeBundle(error?: unknown): Promise<void>;
};

/** Completes a build: writes the service worker, keeps the assets of the previous version, compresses all and checks the sizes. */
export function releasePlugin(): Plugin {
  let root = '';
  let directory = '';
  let previous: BuiltAssets | undefined;
  return {
    name: 'parley-release',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
      directory = new URL(`${config.build.outDir}/`, `file://${root}/`).pathname;
    },
    buildStart: async () => {
      previous = await readBuilt(directory);
    },
    closeBundle: async (error) => {
      // The bundler tells of a build that failed.
      if (error !== undefined) return;
      await buildWorker(root, directory);
      await writeSessionLinks(directory);
      await compressAssets(directory);
      const { table, problems } = await checkSizes(directory);
      console.log(table);
      if (previous !== undefined) await keepPrevious(directory, previous);
      if (problems.length > 0) throw new Error(`The web client is over budget:\n${problems.join('\n')}`);
    },
  };
}
