/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { parentPort } from 'node:worker_threads';
import type { Drawing, DrawingJob } from './drawings.ts';
import { identicon } from './identicon.ts';
import { encodePng } from './png.ts';

parentPort?.on('message', ({ key, name, size }: DrawingJob) => {
  parentPort?.postMessage({ key, png: encodePng(identicon(name, size)) } satisfies Drawing);
});
