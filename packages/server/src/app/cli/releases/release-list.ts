import * as z from 'zod';
import { compareVersions } from '../../../engine/migrations/releases.ts';
import { parseJson } from '../../../engine/parse-json.ts';

/** Fixes for a line of releases, such as 0.4, end this long after the next line appeared. */
const SUPPORT_MONTHS = 3;

const releaseList = z.object({
  releases: z
    .array(
      z.object({
        version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/),
        released: z.iso.date(),
        /** Whether the release fixes a vulnerability of the ones before it. */
        security: z.boolean(),
      }),
    )
    .min(1)
    .max(1_000),
});

/** A release as the list that is published beside the packages describes it. */
export type ListedRelease = z.infer<typeof releaseList>['releases'][number];

/** The releases of a list, oldest first; undefined if the text is no list. */
export function parseReleaseList(text: string): readonly ListedRelease[] | undefined {
  const { data } = releaseList.safeParse(parseJson(text));
  return data?.releases.toSorted((a, b) => compareVersions(a.version, b.version));
}

export type Standing = {
  readonly newest: ListedRelease;
  readonly isNewest: boolean;
  /** The last day with fixes, as a date; undefined while there is no newer line. */
  readonly supportedUntil: string | undefined;
  readonly isSupported: boolean;
  /** Newer releases that fix a vulnerability. */
  readonly missedSecurity: readonly string[];
};

/** Compares a version with the releases of a list, oldest first. */
export function standingOf(version: string, releases: readonly ListedRelease[], now: Date): Standing {
  const newer = releases.filter((release) => compareVersions(release.version, version) > 0);
  const newest = releases.at(-1);
  if (newest === undefined) throw new RangeError('A list of releases is never empty.');
  const nextLine = newer.find((release) => lineOf(release.version) !== lineOf(version));
  const supportedUntil = nextLine === undefined ? undefined : monthsAfter(nextLine.released);
  return {
    newest,
    isNewest: newer.length === 0,
    supportedUntil,
    isSupported: supportedUntil === undefined || now.toISOString().slice(0, 10) <= supportedUntil,
    missedSecurity: newer.filter(({ security }) => security).map((release) => release.version),
  };
}

/** The line of a release: `0.4` of `0.4.2`. */
function lineOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function monthsAfter(date: string): string {
  const end = new Date(`${date}T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + SUPPORT_MONTHS);
  return end.toISOString().slice(0, 10);
}
