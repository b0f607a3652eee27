const texts: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => texts[sign] ?? sign);
}

function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => texts[sign] ?? sign);
}

/** Rebuilds a tag from its parsed parts, so that no other text can pass for a tag. */
export function openingTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const written = Object.entries(attributes)
    .filter(([attribute]) => /^[a-z_:][\w:.-]*$/i.test(attribute))
    .map(([attribute, value]) => ` ${attribute}="${escapeAttribute(value)}"`);
  return `<${name}${written.join('')}>`;
}

export function closingTag(name: string): string {
  return `</${name}>`;
}

export const voidElements = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);
