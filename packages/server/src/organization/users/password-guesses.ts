import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

/** Estimates the guesses needed by an attacker who uses common patterns and the given words. */
export function guessesOf(password: string, known: readonly string[]): number {
  return estimator.check(password, [...known]).guesses;
}
