import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractPlugin } from '../../tools/sdk/contract-plugin.ts';
import { classNamePlugins, numberClasses } from './build/class-names.ts';
import { startGroup } from './build/start-group.ts';
import { releasePlugin } from './build/release-plugin.ts';

/** Address of the server that development requests go to. */
const server = process.env['PARLEY_DEV_SERVER'] ?? 'http://localhost:9800';
/** `e-mail:API key` that stands in for a session during development. */
const key = process.env['PARLEY_DEV_KEY'];

const SOURCE = path.join(import.meta.dirname, 'src');
/** Code that calls operations of the API. */
const CALLERS = [SOURCE, path.join(import.meta.dirname, '../client/src')];

const nameOf = numberClasses(SOURCE);

const asKeyHolder = key === undefined ? {} : { authorization: `Basic ${btoa(key)}` };

export default defineConfig(({ command }) => ({
  plugins: [contractPlugin(...CALLERS), react(), ...classNamePlugins(nameOf), releasePlugin()],
  ...(command === 'build' ? { css: { modules: { generateScopedName: nameOf } } } : {}),
  build: {
    target: 'es2024',
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [startGroup(SOURCE)] } } },
  },
  server: {
    proxy: {
      '/json': {
        target: server,
        ws: true,
        headers: asKeyHolder,
        ...(key === undefined
          ? {}
          : { rewrite: (path: string) => path.replace(/^\/json/, '/api/v1'), changeOrigin: true }),
      },
      '/api': { target: server },
      '/user_uploads': { target: server, headers: asKeyHolder, changeOrigin: key !== undefined },
      '/user_avatars': { target: server, headers: asKeyHolder, changeOrigin: key !== undefined },
      '/avatar': { target: server, headers: asKeyHolder, changeOrigin: key !== undefined },
      '/static': { target: server },
      '/accounts': { target: server },
      '/complete': { target: server },
    },
  },
}));
