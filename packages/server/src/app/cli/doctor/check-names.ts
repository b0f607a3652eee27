import { unknownSettings } from '../../../engine/config.ts';
import { passed, warning, type CheckResult } from './check-result.ts';

/** A setting with a wrong name has no effect. */
export function checkNames(env?: Readonly<Record<string, string | undefined>>): CheckResult {
  const unknown = unknownSettings(env);
  if (unknown.length === 0) return passed('settings', 'all names are known');
  return warning(
    'settings',
    `${unknown.map(({ name }) => name).join(', ')} ${unknown.length === 1 ? 'has' : 'have'} no effect`,
    unknown
      .map(({ name, meant }) => (meant === undefined ? `Remove ${name}.` : `${name}: did you mean ${meant}?`))
      .join(' '),
  );
}
