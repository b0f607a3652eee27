/** Names as the database of time zones writes them; engines also know offsets and other spellings. */
const NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*)*$/;

/** Whether text names a time zone. */
export const isTimezone = (text: string): boolean => {
  if (!NAME.test(text)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // An engine knows some zones under older names; apart from that the spelling must be right.
    return timeZone === text || timeZone.toLowerCase() !== text.toLowerCase();
  } catch {
    return false;
  }
};
