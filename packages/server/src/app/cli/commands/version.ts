import { Command } from 'commander';
import { systemClock } from '../../../engine/clock.ts';
import { VERSION } from '../../../engine/version.ts';
import { show, type Output } from '../output.ts';
import { readReleaseList } from '../releases/read-release-list.ts';
import { standingOf, type Standing } from '../releases/release-list.ts';

type Options = { readonly check?: string; readonly json?: boolean };

/** Needs neither settings nor a database, and no network unless the operator names an address. */
export function versionCommand(): Command {
  return new Command('version')
    .description('print the version, or compare it with a list of releases')
    .option(
      '--check <list>',
      'a file or URL with the releases (releases.json); exit status 1 if there is a newer one',
    )
    .option('--json', 'print JSON, for programs')
    .action(async ({ check, json = false }: Options) => {
      const output: Output =
        check === undefined
          ? json
            ? { fields: { version: VERSION } }
            : { text: VERSION }
          : adviceOn(VERSION, standingOf(VERSION, await readReleaseList(check), new Date(systemClock.now())));
      show(output, json);
      if (output.isFailure === true) process.exitCode = 1;
    });
}

export function adviceOn(version: string, standing: Standing): Output {
  const { newest, isNewest, supportedUntil, isSupported, missedSecurity } = standing;
  return {
    fields: {
      version,
      newest: newest.version,
      released: newest.released,
      'supported until': supportedUntil ?? null,
      supported: isSupported,
      'fixes of vulnerabilities in': missedSecurity.length === 0 ? null : missedSecurity.join(', '),
    },
    text: isNewest ? 'This is the newest release.' : stepsFrom(version, standing),
    isFailure: !isNewest,
  };
}

function stepsFrom(version: string, { newest, isSupported, missedSecurity }: Standing): string {
  const urgency =
    missedSecurity.length > 0
      ? 'Upgrade now: a newer release fixes a vulnerability.'
      : isSupported
        ? 'A newer release is there.'
        : `Upgrade: ${version} gets no fixes any more.`;
  return [
    urgency,
    `1. Read "What to do" in the notes of ${newest.version}, and of the releases between.`,
    '2. parley backup <directory>',
    `3. apt install parley=${newest.version}`,
    `Back: apt install --allow-downgrades parley=${version}, if "How to go back" says nothing else.`,
  ].join('\n');
}
