/** Observations of user, log, health check, metrics and doctor while a fault lasted. */
export type Observation = {
  /** Statuses of the requests of a user. */
  readonly user: readonly number[];
  /** Lines of the log since the fault began. */
  readonly log: readonly string[];
  readonly seconds: number;
  readonly health: number;
  readonly metrics: string;
  readonly doctor: string;
};

/** Observations that a fault must cause. */
export type Expectation = {
  /** The status of at least one request of a user; undefined if users notice nothing. */
  readonly user: number | undefined;
  readonly log: RegExp;
  readonly health: number;
  readonly metric: RegExp;
  readonly doctor: RegExp;
};

const MAX_BYTES_PER_HOUR = 1_000_000;
/** The first lines of a fault, and lines that have nothing to do with it. */
const FIRST_BYTES = 4_000;

/** Sentences about what is missing or wrong; empty if the fault was told as it must be. */
export function complaintsOf(seen: Observation, expected: Expectation): string[] {
  const bytes = seen.log.reduce((sum, line) => sum + line.length + 1, 0);
  const complaints: [isWrong: boolean, sentence: string][] = [
    [
      expected.user !== undefined && !seen.user.includes(expected.user),
      `no request of the user got ${expected.user}, but ${[...new Set(seen.user)].join(', ')}`,
    ],
    [
      expected.user === undefined && seen.user.some((status) => status !== 200),
      'a request of the user failed',
    ],
    [!seen.log.some((line) => expected.log.test(line)), `the log has no line ${String(expected.log)}`],
    [seen.log.some((line) => line.includes('"stack":"') || /^\s+at /.test(line)), 'the log has a stack'],
    [
      bytes > FIRST_BYTES + (MAX_BYTES_PER_HOUR * seen.seconds) / 3_600,
      `the log grew by ${bytes} bytes in ${Math.round(seen.seconds)} s`,
    ],
    [seen.health !== expected.health, `/health answered ${seen.health}`],
    [!expected.metric.test(seen.metrics), `no metric ${String(expected.metric)}`],
    [!expected.doctor.test(seen.doctor), `the doctor does not say ${String(expected.doctor)}`],
  ];
  return complaints.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence);
}

/** The row of the table: the parts of what was seen that matched. */
export function rowOf(seen: Observation, expected: Expectation): string[] {
  const line = seen.log.find((text) => expected.log.test(text));
  return [
    [...new Set(seen.user)].join(', '),
    line === undefined ? 'nothing' : messageOf(line),
    String(seen.health),
    expected.metric.exec(seen.metrics)?.[0] ?? 'nothing',
    expected.doctor.exec(seen.doctor)?.[0].replaceAll(/\s+/g, ' ') ?? 'nothing',
  ];
}

function messageOf(line: string): string {
  const { level, msg } = JSON.parse(line) as { level: number; msg: string };
  return `${level} "${msg}"`;
}
