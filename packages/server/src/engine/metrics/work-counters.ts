import { Counter, Gauge, type Registry } from 'prom-client';

/** Counters of single pieces of work and of their outcomes. */
export type WorkCounters = {
  /** Counts an error that PostgreSQL reported, by its SQLSTATE. */
  databaseFailed(sqlstate: string): void;
  /** Counts a failed log-in by the code of its error. */
  loginFailed(reason: string): void;
  /** Records the end of a run of a job. */
  jobEnded(job: string, outcome: 'succeeded' | 'failed', at: number): void;
  /** Counts an attempt to send a push. */
  pushed(protocol: string, outcome: string): void;
  /** Counts a stored file. */
  uploaded(bytes: number): void;
  /** Counts a picture or video of another site that a reader asked for. */
  externalContentLoaded(outcome: 'passed' | 'unfit' | 'refused' | 'failed'): void;
  /** Counts a page that was wanted for a preview. */
  pagePreviewed(outcome: PagePreviewOutcome): void;
};

/** `stored` pages were known already; `empty` ones have nothing to show. */
export type PagePreviewOutcome = 'shown' | 'stored' | 'empty' | 'refused' | 'failed';

export function workCountersIn(registers: Registry[]): WorkCounters {
  return {
    ...refusalCounters(registers),
    ...jobMetrics(registers),
    ...deliveryCounters(registers),
    ...previewCounters(registers),
  };
}

/** Classes of SQLSTATE that are there from the start: resources, system errors and damage. */
const SERIOUS_CLASSES = ['53', '58', 'XX'];

function refusalCounters(registers: Registry[]): Pick<WorkCounters, 'databaseFailed' | 'loginFailed'> {
  const errors = new Counter({
    name: 'parley_database_errors_total',
    help: 'Errors that PostgreSQL reported, by class of SQLSTATE.',
    labelNames: ['class'],
    registers,
  });
  for (const sqlstateClass of SERIOUS_CLASSES) errors.inc({ class: sqlstateClass }, 0);
  const logins = new Counter({
    name: 'parley_login_failures_total',
    help: 'Failed log-ins by the code of the error.',
    labelNames: ['reason'],
    registers,
  });
  logins.inc({ reason: 'AUTHENTICATION_FAILED' }, 0);
  return {
    databaseFailed: (sqlstate) => {
      errors.inc({ class: sqlstate.slice(0, 2) });
    },
    loginFailed: (reason) => {
      logins.inc({ reason });
    },
  };
}

function jobMetrics(registers: Registry[]): Pick<WorkCounters, 'jobEnded'> {
  const successes = new Gauge({
    name: 'parley_job_last_success_timestamp_seconds',
    help: 'Time of the last successful run of a job on this node.',
    labelNames: ['job'],
    registers,
  });
  const failures = new Counter({
    name: 'parley_job_failures_total',
    help: 'Failed runs of a job on this node.',
    labelNames: ['job'],
    registers,
  });
  return {
    jobEnded: (job, outcome, at) => {
      if (outcome === 'succeeded') successes.set({ job }, at / 1000);
      failures.inc({ job }, outcome === 'failed' ? 1 : 0);
    },
  };
}

function deliveryCounters(registers: Registry[]): Pick<WorkCounters, 'pushed' | 'uploaded'> {
  const pushes = new Counter({
    name: 'parley_pushes_total',
    help: 'Attempts to send a push by protocol and outcome: sent, refused, gone, misconfigured, unavailable or unreachable.',
    labelNames: ['protocol', 'outcome'],
    registers,
  });
  pushes.inc({ protocol: 'web', outcome: 'sent' }, 0);
  const files = new Counter({ name: 'parley_uploads_total', help: 'Stored files.', registers });
  const bytes = new Counter({
    name: 'parley_uploaded_bytes_total',
    help: 'Bytes of stored files.',
    registers,
  });
  return {
    pushed: (protocol, outcome) => {
      pushes.inc({ protocol, outcome });
    },
    uploaded: (size) => {
      files.inc();
      bytes.inc(size);
    },
  };
}

function previewCounters(
  registers: Registry[],
): Pick<WorkCounters, 'externalContentLoaded' | 'pagePreviewed'> {
  const contents = new Counter({
    name: 'parley_external_content_total',
    help: 'Pictures and videos of other sites that readers asked for, by outcome: passed, unfit, refused or failed.',
    labelNames: ['outcome'],
    registers,
  });
  contents.inc({ outcome: 'passed' }, 0);
  const pages = new Counter({
    name: 'parley_page_previews_total',
    help: 'Pages wanted for previews by outcome: shown, stored, empty, refused or failed.',
    labelNames: ['outcome'],
    registers,
  });
  pages.inc({ outcome: 'shown' }, 0);
  return {
    externalContentLoaded: (outcome) => {
      contents.inc({ outcome });
    },
    pagePreviewed: (outcome) => {
      pages.inc({ outcome });
    },
  };
}
