import { patternGroups, templateVariables } from '@parley/markdown/linkifiers';
import type { LinkifierRule } from '../../../data/actions/linkifier-actions.ts';
import { t } from '../../../words/index.ts';

export type RuleProblems = { readonly pattern?: string; readonly address?: string };

/** Why a linkifier cannot be saved; without problems, it can be tried. Empty fields are no problem yet. */
export function problemsOf({ pattern, url_template: address }: LinkifierRule): RuleProblems {
  if (pattern === '') return {};
  const groups = patternGroups(pattern);
  if (groups.kind === 'error') return { pattern: groups.message };
  if (address === '') return {};
  if (!/^https?:\/\//.test(address)) return { address: t('An address begins with https:// or http://') };
  const variables = templateVariables(address);
  if (variables === undefined) return { address: t('A brace is missing, or a name in braces is none') };
  const missing = groups.names.filter((name) => !variables.includes(name));
  const unknown = variables.filter((name) => !groups.names.includes(name));
  if (missing.length > 0)
    return { address: t('{names} of the text is not used', { names: missing.join(', ') }) };
  if (unknown.length > 0) return { address: t('The text has no {names}', { names: unknown.join(', ') }) };
  return {};
}
