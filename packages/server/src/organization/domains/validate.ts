import { limits } from '@parley/contract/limits.ts';

export function normalizeDomain(domain: string): string {
  return domain.trim().toLowerCase();
}

/** Returns why a normalized string is not a domain, or undefined if it is. */
export function domainError(domain: string): string | undefined {
  if (domain === '') return 'The domain is empty.';
  if (!domain.includes('.')) return 'A domain has at least one dot.';
  if (domain.length > limits.domainLength) return `A domain has at most ${limits.domainLength} characters.`;
  if (domain.startsWith('.') || domain.endsWith('.')) return 'A domain cannot start or end with a dot.';
  for (const label of domain.split('.')) {
    if (label === '') return 'Two dots cannot follow each other.';
    if (label.startsWith('-') || label.endsWith('-'))
      return 'No part of a domain starts or ends with a hyphen.';
    if (!/^[a-z0-9-]*$/.test(label)) return 'A domain has only letters, digits, hyphens and dots.';
  }
  return undefined;
}
