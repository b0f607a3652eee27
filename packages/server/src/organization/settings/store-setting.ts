import {
  userSettings,
  type UserSettingName,
  type UserSettings,
} from '@parley/contract/objects/user-settings.ts';
import { sql, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';

export type SettingWrite = {
  readonly name: UserSettingName;
  readonly value: UserSettings[UserSettingName];
  /** The users whose setting changes. */
  readonly ids: readonly number[];
  /** Changes by the user mark the setting as chosen. */
  readonly changedBy: 'themselves' | 'an administrator';
  /** Skips users who have chosen a value themselves. */
  readonly skipChosen: boolean;
};

/** Stores a setting that has no column of its own. Returns the ids of users whose value changed. */
export async function storeSetting(
  tx: Tx,
  { name, value, ids, changedBy, skipChosen }: SettingWrite,
): Promise<number[]> {
  const isDefault = value === userSettings[name].default;
  const rows = await tx.all(
    sql<{ id: number }>`
      update realm_user set
        settings = ${isDefault ? sql`settings - ${name}::text` : sql`settings || ${toJson({ [name]: value })}::jsonb`},
        chosen_settings = case
          when ${changedBy === 'themselves'} and ${name}::text <> all (chosen_settings)
          then chosen_settings || ${name}::text else chosen_settings end
      where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[])
        and coalesce(settings->${name}::text, ${toJson(userSettings[name].default)}::jsonb)
          is distinct from ${toJson(value)}::jsonb
        and not (${skipChosen} and ${name}::text = any (chosen_settings))
      returning id`,
  );
  return rows.map((row) => row.id).toSorted((a, b) => a - b);
}
