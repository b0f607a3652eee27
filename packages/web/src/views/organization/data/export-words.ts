import type { ExportType, RealmExport } from '../../../data/actions/realm-exports.ts';
import { dayName } from '../../../words/dates.ts';
import { t } from '../../../words/index.ts';

/** Days after which an archive is deleted by itself. */
const KEPT_DAYS = 30;
const DAY = 86_400;

export function exportName(type: ExportType): string {
  return {
    public: t('Everything that is public'),
    full_with_consent: t('Public, and private of those who allow it'),
    full_without_consent: t('Everything'),
  }[type];
}

/** The state of an export in words. */
export function exportAbout(one: RealmExport, now: number): string {
  if (one.pending) return t('Being made. Everybody can go on meanwhile.');
  if (one.failed_timestamp !== null) return t('Failed. Try it again, or ask the operator of the server.');
  if (one.deleted_timestamp !== null)
    return t('Deleted: {day}', { day: dayName(one.deleted_timestamp, now) });
  if (one.export_url === null) return t('Made on an earlier server');
  return t('Ready. Deleted by itself: {day}', { day: dayName(one.export_time + KEPT_DAYS * DAY, now) });
}
