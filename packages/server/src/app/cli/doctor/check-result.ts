/** The result of one check. */
export type CheckResult = {
  readonly status: 'passed' | 'warning' | 'failed';
  readonly subject: string;
  readonly found: string;
  readonly fix: string;
};

export function passed(subject: string, found: string): CheckResult {
  return { status: 'passed', subject, found, fix: '' };
}

export function warning(subject: string, found: string, fix: string): CheckResult {
  return {
    status: 'warning',
    subject,
    found,
    fix,
  };
}

export function failed(subject: string, found: string, fix: string): CheckResult {
  return {
    status: 'failed',
    subject,
    found,
    fix,
  };
}
