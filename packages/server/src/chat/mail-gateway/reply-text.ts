/** The text of an e-mail without quoted text. Answers between quotes stay. */
export function withoutQuotes(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/);
  const end = lines.findIndex((_line, index) => startsQuotedMail(lines, index));
  const own = end === -1 ? lines : lines.slice(0, end);
  const kept: string[] = [];
  for (const [index, line] of own.entries()) {
    if (!isQuoted(line)) {
      kept.push(line);
      continue;
    }
    if (!isQuoted(own[index - 1] ?? '')) dropIntroduction(kept);
  }
  return kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Cuts the signature, if exactly one line marks its beginning: with several the mark means something else. */
export function withoutSignature(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/);
  const marks = lines.filter(isSignatureMark).length;
  return marks === 1 ? lines.slice(0, lines.findIndex(isSignatureMark)).join('\n').trim() : text;
}

function isSignatureMark(line: string): boolean {
  return line.trimEnd() === '--';
}

function isQuoted(line: string): boolean {
  return line.trimStart().startsWith('>');
}

/** Mail programs without quote marks put the earlier e-mail below a line, with its headers or an introduction. */
function startsQuotedMail(lines: readonly string[], index: number): boolean {
  const line = lines[index]?.trim() ?? '';
  if (/^-{3,}[^-]+-{3,}$/.test(line) && ORIGINAL_MESSAGE.test(line)) return true;
  if (FROM_HEADER.test(line)) return hasHeaders(lines.slice(index + 1, index + 1 + HEADER_LINES));
  if (/^_{10,}$/.test(line))
    return FROM_HEADER.test(lines[index + 1] ?? '') || FROM_HEADER.test(lines[index + 2] ?? '');
  return INTRODUCTION.test(joined(lines, index));
}

const ORIGINAL_MESSAGE =
  /original message|forwarded message|ursprüngliche nachricht|weitergeleitete nachricht|message d['’]origine|mensaje original|messaggio originale|oorspronkelijk bericht|mensagem original/i;

const FROM_HEADER = /^\*?(From|Von|De|Da|Van|Från|Fra|Od)\s?:\*?\s/;
const OTHER_HEADER =
  /^\*?(Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoyé|À|Objet|Enviado|Para|Asunto|Inviato|A|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Sendt|Til|Emne)\s?:\*?\s/;
const HEADER_LINES = 5;
const MIN_OTHER_HEADERS = 2;

function hasHeaders(lines: readonly string[]): boolean {
  return lines.filter((line) => OTHER_HEADER.test(line.trim())).length >= MIN_OTHER_HEADERS;
}

/** Mail programs break long introductions. */
const INTRODUCTION_LINES = 3;
const MAX_INTRODUCTION_LENGTH = 400;

/** The text from a line to the first of the next lines that ends with a colon. */
function joined(lines: readonly string[], index: number): string {
  const part = lines.slice(index, index + INTRODUCTION_LINES).map((line) => line.trim());
  const last = part.findIndex((line) => line.endsWith(':'));
  return part
    .slice(0, last + 1)
    .join(' ')
    .slice(0, MAX_INTRODUCTION_LENGTH);
}

/** Such as "On Mon, 2 Nov 2026 at 10:00, Ada <ada@example.org> wrote:", in the languages of common mail programs. */
const INTRODUCTION =
  /^(On|Am|Le|El|Il|Op|Den|Em|Dnia|W dniu|På)\s(?=.*\d).*(?<!\p{L})(wrote|schrieb|écrit|escribió|scritto|schreef|skrev|escreveu|napisał\p{L}*)(?!\p{L}).*:$/u;

/** Drops the line above a quote that names its author, with the empty lines around it. */
function dropIntroduction(kept: string[]): void {
  const last = kept.findLastIndex((line) => line.trim() !== '');
  for (let start = last; start >= 0 && start > last - INTRODUCTION_LINES; start -= 1)
    if (INTRODUCTION.test(joined(kept, start))) {
      kept.length = start;
      return;
    }
}
