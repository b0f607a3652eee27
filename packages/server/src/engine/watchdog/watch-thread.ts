/* oxlint-disable unicorn/require-post-message-target-origin -- a thread has no origin */
import { Session, type Debugger } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { CURRENT_WORK, type NamedWork } from '../work/current-work.ts';
import type { Block } from './watchdog.ts';

/** Shorter blocks are not reported. */
const BLOCK_MS = 200;
const LOOK_MS = 50;
/** A process that used less processor time in a block was not blocked by itself: the machine was busy, or asleep. */
const MIN_CPU_MS = 125;
const MAX_FRAMES = 12;

const beats = workerData as Int32Array;
const session = new Session();

let lastBeat = Atomics.load(beats, 0);
let since = performance.now();
let cpuAtBeat = cpuMs();
let sample: Pick<Block, 'stack' | 'work'> | undefined;
let isSampling = false;
/** Addresses of scripts by their ids, which the debugger tells when it is enabled. */
const addresses = new Map<string, string>();

session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => {
  addresses.set(scriptId, url);
});

session.on('Debugger.paused', ({ params: { callFrames } }) => {
  session.post(
    'Runtime.evaluate',
    { expression: `globalThis[Symbol.for('${CURRENT_WORK}')]()`, returnByValue: true },
    (error, answer) => {
      sample = {
        stack: callFrames.slice(0, MAX_FRAMES).map(lineOf),
        work: error === null ? (answer.result.value as NamedWork | undefined) : undefined,
      };
      // This also lets the main thread go on. A process with a session would wait for its end when it exits.
      session.disconnect();
      addresses.clear();
    },
  );
});

setInterval(() => {
  const beat = Atomics.load(beats, 0);
  if (beat === lastBeat) {
    if (!isSampling && isBlocked()) takeSample();
    return;
  }
  if (isSampling) report();
  lastBeat = beat;
  since = performance.now();
  cpuAtBeat = cpuMs();
}, LOOK_MS);

function isBlocked(): boolean {
  return performance.now() - since >= BLOCK_MS && cpuMs() - cpuAtBeat >= MIN_CPU_MS;
}

/** The main thread handles these messages in the middle of its work. */
function takeSample(): void {
  isSampling = true;
  session.connectToMainThread();
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function report(): void {
  const block: Block = {
    milliseconds: Math.round(performance.now() - since),
    stack: sample?.stack ?? [],
    work: sample?.work,
  };
  isSampling = false;
  sample = undefined;
  session.disconnect();
  parentPort?.postMessage(block);
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function lineOf({ functionName, location }: Debugger.CallFrame): string {
  const file = addresses.get(location.scriptId)?.split('/').slice(-2).join('/');
  return `${functionName || '(anonymous)'} (${file}:${location.lineNumber + 1})`;
}
