import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { contractPlugin } from '../../../../tools/sdk/contract-plugin.ts';

/** Builds and serves the page that shows views in their states. */
export async function serveStates(): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const root = import.meta.dirname;
  const source = path.resolve(root, '../../src');
  const built = mkdtempSync(path.join(tmpdir(), 'parley-states-'));
  const shared = { root, configFile: false, logLevel: 'error' } as const;
  await build({
    ...shared,
    plugins: [contractPlugin(source, path.resolve(source, '../../client/src')), react()],
    build: { target: 'es2024', outDir: built, emptyOutDir: true, minify: false },
  });
  const server = await preview({
    ...shared,
    build: { outDir: built },
    preview: { port: 0, host: '127.0.0.1', proxy: {} },
  });
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close();
      rmSync(built, { recursive: true });
    },
  };
}
