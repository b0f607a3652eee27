import { readFile } from 'node:fs/promises';
import { CommandError, reasonOf } from '../explain.ts';
import { parseReleaseList, type ListedRelease } from './release-list.ts';

const FETCH_TIMEOUT_MS = 10_000;
const MAX_LIST_BYTES = 1_000_000;

/** Reads the list of releases that the operator names: a file, or an address that is fetched. */
export async function readReleaseList(place: string): Promise<readonly ListedRelease[]> {
  const text = await (/^https?:\/\//.test(place) ? fetchText(place) : readFile(place, 'utf8')).catch(
    (error: unknown) => {
      throw new CommandError(`Cannot read the list of releases ${place}: ${reasonOf(error)}`);
    },
  );
  const releases = parseReleaseList(text);
  if (releases === undefined)
    throw new CommandError(
      `${place} is no list of releases. Name the file releases.json that is published beside the packages.`,
    );
  return releases;
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_LIST_BYTES) throw new Error(`it has more than ${MAX_LIST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
