import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Debian's builds. The shell has no window, tabs or extensions, and costs a third less processor time. */
const PROGRAMS = ['chromium-headless-shell', 'chromium'];

/** Launch options of every Chromium that tests and tools drive. `CHROMIUM` names another program. */
export function chromiumOptions(): { readonly executablePath: string; readonly args: string[] } {
  return {
    executablePath: process.env['CHROMIUM'] ?? installed(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  };
}

function installed(): string {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = PROGRAMS.flatMap((program) => folders.map((folder) => path.join(folder, program)));
  const found = files.find(isExecutable);
  if (found === undefined)
    throw new Error(`Install ${PROGRAMS.join(' or ')}, or name a Chromium in CHROMIUM.`);
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
