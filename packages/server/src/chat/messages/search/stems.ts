import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as serbian } from '@orama/stemmers/serbian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { MAX_TOKEN_LENGTH } from './tokens.ts';

/** A stemmer with the stem of a word that was asked for; all forms of the word that it finds begin with `root`. */
export type Stem = {
  readonly stemmer: Stemmer;
  readonly stem: string;
  readonly root: string;
};

type Stemmer = (word: string) => string;

/** The stems of a folded word, for the languages that its script suggests and those of the searcher. */
export function stemsOf(word: string, languages: readonly string[]): Stem[] {
  if (!isStemmed(word)) return [];
  return stemmersOf(word, languages).flatMap((stemmer) => {
    const stem = stemmer(word);
    const root = commonBeginning(word, stem);
    return root.length < MIN_ROOT_LENGTH ? [] : [{ stemmer, stem, root }];
  });
}

/** Whether a word of a text has the stem of a word that was asked for. */
export function hasStem(word: string, { stemmer, stem, root }: Stem): boolean {
  return word.startsWith(root) && isStemmed(word) && stemmer(word) === stem;
}

/** A shorter root would make the index look at most of its words. */
const MIN_ROOT_LENGTH = 2;

/** The index may have cut longer words. Digits have no forms. */
function isStemmed(word: string): boolean {
  return word.length < MAX_TOKEN_LENGTH && !/\p{N}/u.test(word);
}

const BY_SCRIPT: readonly (readonly [RegExp, readonly Stemmer[]])[] = [
  [/^\p{sc=Cyrillic}/u, [russian, ukrainian]],
  [/^\p{sc=Greek}/u, [greek]],
  [/^\p{sc=Arabic}/u, [arabic]],
  [/^\p{sc=Devanagari}/u, [hindi]],
  [/^\p{sc=Latin}/u, [english]],
];

/** By the codes of languages that users and organizations choose. */
const BY_LANGUAGE: ReadonlyMap<string, Stemmer> = new Map([
  ['bg', bulgarian],
  ['da', danish],
  ['de', german],
  ['es', spanish],
  ['fi', finnish],
  ['fr', french],
  ['ga', irish],
  ['hu', hungarian],
  ['hy', armenian],
  ['id', indonesian],
  ['it', italian],
  ['lt', lithuanian],
  ['nb', norwegian],
  ['ne', nepali],
  ['nl', dutch],
  ['nn', norwegian],
  ['no', norwegian],
  ['pt', portuguese],
  ['ro', romanian],
  ['sr', serbian],
  ['sv', swedish],
  ['ta', tamil],
  ['tr', turkish],
]);

function stemmersOf(word: string, languages: readonly string[]): Stemmer[] {
  const own = languages.flatMap((code) => BY_LANGUAGE.get(baseOf(code)) ?? []);
  const usual = BY_SCRIPT.find(([script]) => script.test(word))?.[1] ?? [];
  return [...new Set([...usual, ...own])];
}

/** `pt` of `pt-br` or `pt_PT`. */
function baseOf(code: string): string {
  return code.toLowerCase().split(/[-_]/, 1)[0] ?? code;
}

function commonBeginning(word: string, other: string): string {
  let length = 0;
  while (length < word.length && word[length] === other[length]) length += 1;
  const isSplit = (word.codePointAt(length - 1) ?? 0) > 0xffff;
  return word.slice(0, isSplit ? length - 1 : length);
}
