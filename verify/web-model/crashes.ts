import { seeded } from '@parley/test-support/seeded.ts';
import { ModelBrowser } from './browser.ts';
import { compare } from './compare.ts';
import { onDiskWrite } from './disk-writes.ts';
import { LogServer } from './log-server.ts';
import { openReader, type Reader } from './reader.ts';
import type { Recording } from './record.ts';
import { settle } from './settle.ts';

export type CrashReport = { readonly writes: number; readonly problems: readonly string[] };

const ROUNDS = 4;
const MAX_WRITES = 2_000;

/** Repeats the same visit and crashes it at each of its writes to the disk in turn; the next visit must know all. */
export async function crashAtEveryWrite(recording: Recording): Promise<CrashReport> {
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    const { hasCrashed, problems } = await visit(recording, writes);
    if (problems.length > 0) return { writes, problems: problems.map((one) => `write ${writes}: ${one}`) };
    if (!hasCrashed) return { writes, problems };
  }
  return { writes: MAX_WRITES, problems: ['there is no end of writes'] };
}

async function visit(recording: Recording, crashAt: number) {
  const random = seeded(crashAt + 1);
  const browser = new ModelBrowser();
  const server = new LogServer(recording, random);
  const { userId, checkpoints, events } = recording;
  const truth = checkpoints.at(-1);
  const open = async (): Promise<Reader> => {
    const tab = browser.openTab(() => random.next());
    const opened = await openReader(tab, server, userId, random);
    for (const { narrow } of truth?.windows ?? []) opened.show(narrow);
    return opened;
  };
  let writes = 0;
  let hasCrashed = false;
  onDiskWrite({
    isCrash: (database) => {
      writes += 1;
      if (hasCrashed || writes <= crashAt) return false;
      hasCrashed = true;
      const tab = browser.ownerOf(database);
      if (tab !== undefined) browser.kill(tab);
      return true;
    },
  });
  let reader = await open();
  for (let round = 1; round <= ROUNDS && !hasCrashed; round += 1) {
    server.advance(Math.ceil(events.length / ROUNDS));
    await settle(8);
    if (round % 2 === 0) reader.tab.hide();
    else browser.advance(6_000);
    await settle(8);
  }
  browser.kill(reader.tab);
  server.advance(Infinity);
  reader = await open();
  let problems: readonly string[] = ['nothing was compared'];
  for (let round = 0; round < 60 && problems.length > 0; round += 1) {
    await settle(6);
    browser.advance(1_000);
    if (truth !== undefined) problems = compare(reader, recording, truth).problems;
  }
  browser.kill(reader.tab);
  return { hasCrashed, problems };
}
