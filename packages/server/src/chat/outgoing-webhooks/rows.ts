import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { EMBEDDED_BOT, OUTGOING_BOT } from '../../organization/bots/rows.ts';
import type { TriggerFacts } from './trigger.ts';

/** A bot that messages call, as an actor with its service. */
export type CalledBot = OutgoingBot | EmbeddedBot;

export type OutgoingBot = Actor & {
  readonly kind: 'outgoing';
  readonly url: string;
  readonly isSlack: boolean;
  /** A secret by which the service recognizes the server. */
  readonly token: string;
};

/** A bot whose service is part of the server. */
export type EmbeddedBot = Actor & { readonly kind: 'embedded'; readonly serviceName: string };

/** The bot, unless it or its organization is deactivated. */
export async function findCalledBot(
  reader: Reader,
  realmId: number,
  id: number,
  slackInterface: number,
): Promise<CalledBot | undefined> {
  const user = await reader.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', realmId).where('id', '=', id),
  );
  const realm = await reader.first(q.selectFrom('realm').selectAll().where('id', '=', realmId));
  const bot = await reader.first(
    q
      .selectFrom('bot')
      .select(['payload_url', 'interface', 'service_token', 'service_name'])
      .where('realm_id', '=', realmId)
      .where('user_id', '=', id),
  );
  if (user === undefined || realm === undefined || bot === undefined) return undefined;
  if (!user.is_active || realm.deactivated_at !== null) return undefined;
  switch (user.bot_type) {
    case OUTGOING_BOT:
      return {
        kind: 'outgoing',
        user,
        realm,
        url: bot.payload_url ?? '',
        isSlack: bot.interface === slackInterface,
        token: bot.service_token ?? '',
      };
    case EMBEDDED_BOT:
      return { kind: 'embedded', user, realm, serviceName: bot.service_name ?? '' };
    default:
      return undefined;
  }
}

/** The outgoing webhook bots and embedded bots among users. */
export async function calledBotsAmong(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.all(
    sql<{ id: number }>`
      select id from realm_user
      where realm_id = ${tx.realmId} and bot_type in (${OUTGOING_BOT}, ${EMBEDDED_BOT}) and is_active
        and id = any(${[...ids]}::bigint[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Sender and subscription of the bot at the position of a message. */
export async function triggerFactsOf(
  reader: Reader,
  realmId: number,
  botId: number,
  message: { readonly position: number; readonly senderId: number; readonly channelId: number | undefined },
): Promise<TriggerFacts> {
  const row = await reader.first(
    sql<{ is_human: boolean; is_subscribed: boolean }>`
      select bot_type is null as is_human, exists (
          select from subscription s
          where s.realm_id = ${realmId} and s.user_id = ${botId}
            and s.channel_id = ${message.channelId ?? null}::bigint and s.periods @> ${message.position}::bigint
        ) as is_subscribed
      from realm_user where realm_id = ${realmId} and id = ${message.senderId}`,
  );
  return { botId, isSenderHuman: row?.is_human ?? false, isSubscribed: row?.is_subscribed ?? false };
}
