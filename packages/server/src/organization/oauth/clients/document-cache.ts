import type { World } from '../../../http/world.ts';
import { fetchDocument, type ClientDocument } from './documents.ts';

const MAX_CACHED = 500;
const MIN_SECONDS = 60;
const USUAL_SECONDS = 3_600;
const MAX_SECONDS = 86_400;
/** A document that could not be used is read again after this time. */
const FAILED_SECONDS = 10;

/** Documents of programs, each read once for all who ask at the same time. */
export type ClientDocuments = { read(clientId: string): Promise<ClientDocument | string> };

type Entry = { readonly document: Promise<ClientDocument | string>; until: number };

export function createClientDocuments({
  outbound,
  clock,
}: Pick<World, 'outbound' | 'clock'>): ClientDocuments {
  const entries = new Map<string, Entry>();
  const load = (clientId: string): Promise<ClientDocument | string> => {
    const fetched = fetchDocument({ outbound, clock }, clientId);
    const entry: Entry = { document: fetched.then(({ document }) => document), until: Infinity };
    const setEnd = (seconds: number): void => {
      entry.until = clock.monotonic() + seconds * 1000;
    };
    const keep = async (): Promise<void> => {
      try {
        const { document, cacheControl } = await fetched;
        setEnd(typeof document === 'string' ? FAILED_SECONDS : secondsIn(cacheControl));
      } catch {
        setEnd(0);
      }
    };
    void keep();
    entries.delete(clientId);
    entries.set(clientId, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_CACHED && oldest !== undefined) entries.delete(oldest);
    return entry.document;
  };
  return {
    read: (clientId) => {
      const cached = entries.get(clientId);
      return cached !== undefined && cached.until > clock.monotonic() ? cached.document : load(clientId);
    },
  };
}

/** The time that a document may be cached, within bounds of ours. */
function secondsIn(cacheControl = ''): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return MIN_SECONDS;
  const age = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl)?.[1];
  return age === undefined ? USUAL_SECONDS : Math.min(Math.max(Number(age), MIN_SECONDS), MAX_SECONDS);
}
