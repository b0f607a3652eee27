import { rm } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { urlOf } from '../../../engine/hosts.ts';
import { subdomainError } from '../../../organization/realm/create-realm.ts';
import { exportRealm } from '../../portability/export-realm.ts';
import { importRealm } from '../../portability/import-realm.ts';
import { isTar, packTar, unpackTar } from '../../portability/tar.ts';
import { combineArchives } from '../../portability/changes/combine-archives.ts';
import { verifyArchive } from '../../portability/verify-archive.ts';
import type { ArchiveManifest } from '../../portability/archive.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed, subdomainNamed } from '../find.ts';
import { show, type Row } from '../output.ts';
import { SUBDOMAIN } from './parts.ts';

const ARCHIVE = ['<archive>', 'directory or .tar file of parley realm export'] as const;

export function exportRealmCommand(): Command {
  return define<{ readonly to: string; readonly after?: string }>({
    name: 'export',
    description: 'write an organization with its files to a directory or .tar file, while people use it',
    arguments: [SUBDOMAIN],
    options: [
      new Option(
        '--to <path>',
        'directory, or file that ends with .tar; an interrupted export continues there',
      ).makeOptionMandatory(),
      new Option('--after <archive>', 'write only what changed since an earlier archive'),
    ],
    run: async (world, [name = ''], { to, after }) => {
      const realm = await realmNamed(world.pool, name);
      const manifest = await packed(to, (directory) =>
        after === undefined
          ? exportRealm(world, realm.id, directory, tell)
          : unpacked(after, (earlier) => exportRealm(world, realm.id, directory, tell, { after: earlier })),
      );
      await world.write(realm.id, async (tx) => {
        const { content, position } = manifest;
        tx.record({
          action: 'export.completed',
          object: { type: 'organization' },
          after: { content, position },
        });
      });
      return { fields: describe(manifest), isFailure: manifest.missing.length > 0 };
    },
  });
}

export function importRealmCommand(): Command {
  return define<{ readonly host: string }>({
    name: 'import',
    description: 'make a new organization of an archive; an interrupted import continues',
    arguments: [ARCHIVE],
    options: [
      new Option('--host <subdomain>', "subdomain of the new organization, or 'root'").makeOptionMandatory(),
    ],
    run: async (world, [archive = ''], { host }) => {
      const subdomain = subdomainNamed(host);
      const error = subdomainError(subdomain);
      if (error !== undefined) throw new CommandError(error);
      const { realmId, rows, files, missing } = await unpacked(archive, (directory) =>
        importRealm(world, directory, subdomain, tell),
      );
      await world.write(realmId, async (tx) => {
        tx.record({
          action: 'organization.imported',
          object: { type: 'organization' },
          after: { rows, files },
        });
      });
      return {
        fields: { id: realmId, url: urlOf(world.config.hosts, subdomain), rows, files, missing },
        text: 'Passwords, keys and sessions are not in archives. Next: parley user reset-password for an owner',
      };
    },
  });
}

/** Defined apart from the other commands, because it needs no server. */
export function verifyArchiveCommand(): Command {
  return new Command('verify')
    .description('compare all parts of an archive with its manifest, without a server')
    .argument(...ARCHIVE)
    .option('--json', 'print JSON, for programs')
    .action(async (archive: string, { json = false }: { json?: boolean }) => {
      const manifest = await unpacked(archive, (directory) => verifyArchive(directory, tell));
      show({ fields: describe(manifest), text: 'The archive is complete.' }, json);
    });
}

/** Defined apart from the other commands, because it needs no server. */
export function combineArchivesCommand(): Command {
  return new Command('combine')
    .description('make a complete archive of an earlier one and of the changes since, without a server')
    .argument(...ARCHIVE)
    .argument('<changes>', 'directory or .tar file of parley realm export --after')
    .requiredOption('--to <path>', 'directory, or file that ends with .tar')
    .option('--json', 'print JSON, for programs')
    .action(
      async (earlier: string, changes: string, { to, json = false }: { to: string; json?: boolean }) => {
        const manifest = await packed(to, (target) =>
          unpacked(earlier, (before) =>
            unpacked(changes, (since) => combineArchives({ earlier: before, changes: since, target }, tell)),
          ),
        );
        show({ fields: describe(manifest), text: 'The archive is complete.' }, json);
      },
    );
}

function describe({
  organization,
  position,
  createdAt,
  release,
  tables,
  files,
  missing,
}: ArchiveManifest): Row {
  return {
    name: organization.name,
    created: createdAt,
    release,
    position,
    rows: Object.values(tables).reduce((sum, { rows }) => sum + rows, 0),
    messages: tables['message']?.rows ?? 0,
    files: files.rows,
    'missing files': missing.length,
  };
}

/** Packs the directory that the work fills, if a packed archive is wanted. */
async function packed<T>(to: string, work: (directory: string) => Promise<T>): Promise<T> {
  if (!to.endsWith('.tar')) return work(to);
  const directory = `${to}.partial`;
  const made = await work(directory);
  await packTar(directory, to);
  await rm(directory, { recursive: true });
  return made;
}

/** A packed archive is unpacked beside itself. */
async function unpacked<T>(archive: string, work: (directory: string) => Promise<T>): Promise<T> {
  if (!(await isTar(archive))) return work(archive);
  const directory = `${archive}.unpacked`;
  await rm(directory, { recursive: true, force: true });
  try {
    await unpackTar(archive, directory);
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Progress is for people; results are for programs. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
