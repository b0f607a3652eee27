/** Visits of this browser, and the answer of its user to the offer to install the client. */
export type InstallOfferState = {
  /** Visits so far. */
  readonly visits: number;
  /** Start of the last one, in Unix milliseconds. */
  readonly last: number;
  /** The user has answered, and is never asked again. */
  readonly isAnswered: boolean;
};

/** Starts that follow each other faster belong to one visit. */
const NEXT_VISIT_MS = 30 * 60_000;
const OFFERED_AT_VISIT = 3;

/** The state after a start of the client. */
export function countVisit(before: InstallOfferState, now: number): InstallOfferState {
  const isNext = before.visits === 0 || now - before.last > NEXT_VISIT_MS;
  return isNext ? { ...before, visits: before.visits + 1, last: now } : before;
}

export function isOffered({ visits, isAnswered }: InstallOfferState): boolean {
  return visits >= OFFERED_AT_VISIT && !isAnswered;
}

const VISITS = 'parley-visits';
/** Stays after the log-out, as other choices about the device do. */
const ANSWER = 'parley-install';

export function readOfferState(): InstallOfferState {
  const first: InstallOfferState = { visits: 0, last: 0, isAnswered: localStorage.getItem(ANSWER) !== null };
  try {
    return { ...first, ...(JSON.parse(localStorage.getItem(VISITS) ?? '{}') as Partial<InstallOfferState>) };
  } catch {
    return first;
  }
}

export function storeOfferState({ visits, last, isAnswered }: InstallOfferState): void {
  try {
    localStorage.setItem(VISITS, JSON.stringify({ visits, last }));
    if (isAnswered) localStorage.setItem(ANSWER, 'answered');
  } catch {
    // Without storage there is no third visit.
  }
}
