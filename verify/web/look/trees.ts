import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

const TREES = path.join(import.meta.dirname, '../trees');

/** Scenes whose accessibility tree is kept as text. */
export const KEPT_TREES: readonly string[] = ['inbox', 'topic', 'channel-topics', 'recent', 'log-in'];

/** The part of the address of a file that differs in each organization. */
const RANDOM_PATH = /(\/user_uploads\/\d+\/)[^/]+\/[^/]+/g;

const RANDOM_PORT = /localhost:\d+/g;

/** Times of the database, which no test holds. */
const TODAY = /\b\d{1,2} [A-Z][a-z]{2} 20\d\d\b/g;

export type TreeOptions = {
  readonly scene: string;
  readonly language: string;
  /** Keeps the tree as it is now. */
  readonly accepts: boolean;
  /** Selector of a part of the page; all of it if omitted. */
  readonly part?: string;
};

/** Compares the accessibility tree with the kept one of a language; returns the first difference, if any. */
export async function compareTree(
  page: Page,
  { scene, language, accepts, part = 'body' }: TreeOptions,
): Promise<string | undefined> {
  const snapshot = await page.locator(part).ariaSnapshot();
  const tree = `${snapshot.replaceAll(RANDOM_PATH, '$1…').replaceAll(RANDOM_PORT, 'localhost').replaceAll(TODAY, 'today')}\n`;
  const file = path.join(TREES, language === 'en' ? '' : language, `${scene}.txt`);
  if (accepts || !existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, tree);
    return undefined;
  }
  const kept = readFileSync(file, 'utf8').split('\n');
  const now = tree.split('\n');
  const at = now.findIndex((line, index) => line !== kept[index]);
  if (at < 0 && kept.length === now.length) return undefined;
  return `accessibility tree, line ${at + 1}: “${now[at] ?? ''}” instead of “${kept[at] ?? ''}”`;
}
