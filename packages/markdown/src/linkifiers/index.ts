export { matchLinkifiers } from './match.ts';
export { expandReverse, type ReverseResult } from './reverse.ts';
export { patternGroups, type PatternGroups } from './pattern.ts';
export { templateVariables } from './template.ts';
