/** Splits CSV text into lines of cells; quoted cells may contain commas, quotes and line breaks. Empty lines are left out. */
export function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endLine = (): void => {
    cells.push(cell);
    if (cells.length > 1 || cell.trim() !== '') lines.push(cells);
    cells = [];
    cell = '';
  };
  const content = text.replace(/^\uFEFF/, '');
  for (let n = 0; n < content.length; n += 1) {
    const sign = content[n] ?? '';
    if (isQuoted && sign === '"' && content[n + 1] === '"') {
      cell += sign;
      n += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && sign === ',') {
      cells.push(cell);
      cell = '';
    } else if (!isQuoted && sign === '\n') endLine();
    else if (isQuoted || sign !== '\r') cell += sign;
  }
  if (cell !== '' || cells.length > 0) endLine();
  return lines;
}
