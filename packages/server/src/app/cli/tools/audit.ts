import { auditActions, type AuditEntry } from '@parley/contract/objects/audit-entry.ts';
import { Option, type Command } from 'commander';
import { q } from '../../../engine/db/sql.ts';
import { readSnapshot } from '../../../engine/db/snapshot.ts';
import { listEntries, presentEntry } from '../../../organization/audit/rows.ts';
import { verifyChain, type AuditAnchor } from '../../../organization/audit/verify.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed, userAt } from '../find.ts';
import type { Row } from '../output.ts';
import { numberOf } from './numbers.ts';
import { realmOption, type InRealm } from './parts.ts';
import { streamAuditCommand } from './stream-audit.ts';

const MAX_LISTED = 1_000;

export function auditCommands(): Command[] {
  return [listCommand(), verifyCommand(), streamAuditCommand(), retentionCommand()];
}

type ListOptions = InRealm & {
  readonly limit: string;
  readonly action?: string;
  readonly actor?: string;
  readonly since?: string;
};

function listCommand(): Command {
  return define<ListOptions>({
    name: 'list',
    description: 'list the newest audit entries of an organization',
    options: [
      realmOption(),
      new Option('--limit <count>', `number of entries, at most ${MAX_LISTED}`).default('50'),
      new Option('--action <action>', 'only this action, such as user.changed').choices(
        Object.values(auditActions).flat(),
      ),
      new Option('--actor <email>', 'only what this user did'),
      new Option('--since <time>', 'only entries since a time, such as 2027-03-20 or 2027-03-20T08:00Z'),
    ],
    run: async ({ pool }, _args, { realm: name, limit, action, actor, since }) => {
      const realm = await realmNamed(pool, name);
      const entries = await listEntries(pool, realm.id, {
        limit: Math.min(numberOf('--limit', limit), MAX_LISTED),
        actions: action === undefined ? undefined : [action],
        actorId: actor === undefined ? undefined : (await userAt(pool, realm, actor)).id,
        since: since === undefined ? undefined : timeOf(since),
      });
      return { rows: entries.map(presentEntry).map(rowOf) };
    },
  });
}

function rowOf({ number, time, action, actor, via, object, before, after, address }: AuditEntry): Row {
  return {
    number,
    time: new Date(time * 1000),
    actor: actor.user_id === null ? actor.kind : `${actor.kind} ${actor.user_id}`,
    action,
    object: object === null ? null : [object.type, object.id].filter((part) => part !== null).join(' '),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    address,
    via,
  };
}

function verifyCommand(): Command {
  return define<InRealm & { readonly anchor: readonly string[] }>({
    name: 'verify',
    description: 'follow the chain of all audit entries, and name the first one that is wrong',
    options: [
      realmOption(),
      new Option('--anchor <number:hash...>', 'ends of the chain that nodes wrote to their log').default([]),
    ],
    run: async ({ pool }, _args, { realm: name, anchor }) => {
      const { id } = await realmNamed(pool, name);
      const anchors = anchor.map(anchorOf);
      const { checked, removedParts, ends, wrong } = await readSnapshot(pool, (reader) =>
        verifyChain(reader, id, anchors),
      );
      return {
        fields: {
          'entries checked': checked,
          'removed by their retention': ends.start,
          'personal parts removed': removedParts,
          anchor: `${ends.number}:${ends.hash.toString('hex')}`,
          'first wrong entry': wrong?.number ?? null,
        },
        text:
          wrong === undefined ? 'The chain is whole.' : `Entry ${wrong.number} is wrong: ${wrong.problem}.`,
        isFailure: wrong !== undefined,
      };
    },
  });
}

function anchorOf(text: string): AuditAnchor {
  const match = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text);
  if (match === null)
    throw new CommandError(`--anchor: '${text}' is not number:hash as in the log of a node.`);
  const [, number = '', hash = ''] = match;
  return { number: Number(number), hash };
}

function retentionCommand(): Command {
  return define<InRealm>({
    name: 'retention',
    description: 'set for how many days audit entries are kept; older ones are removed within an hour',
    arguments: [['<days>', "number of days, at least 30, or 'unlimited'"]],
    options: [realmOption()],
    run: async (world, [given = ''], { realm: name }) => {
      const realm = await realmNamed(world.pool, name);
      const days = given === 'unlimited' ? null : numberOf('<days>', given);
      if (days !== null && days < MIN_RETENTION_DAYS)
        throw new CommandError(`<days>: audit entries are kept for at least ${MIN_RETENTION_DAYS} days.`);
      await world.write(realm.id, async (tx) => {
        tx.record({
          action: 'retention.changed',
          object: { type: 'organization' },
          before: { audit_retention_days: realm.audit_retention_days },
          after: { audit_retention_days: days },
        });
        await tx.all(q.updateTable('realm').set({ audit_retention_days: days }).where('id', '=', tx.realmId));
      });
      return { fields: { organization: realm.name, kept: days === null ? 'unlimited' : `${days} days` } };
    },
  });
}

/** Also a constraint of the column. */
const MIN_RETENTION_DAYS = 30;

function timeOf(text: string): number {
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new CommandError(`--since: '${text}' is not a time such as 2027-03-20T08:00Z.`);
  return time / 1000;
}
