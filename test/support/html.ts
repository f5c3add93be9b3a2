const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

export function decodeEntities(html: string): string {
  return html.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '');
}

/** The attributes of every element with this name. */
export function elements(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name}(\\s[^>]*)?>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        decodeEntities(value),
      ]),
    ),
  );
}

/** The inner HTML of every element with this name. Elements with the same name must not be nested. */
export function innerHtml(html: string, name: string): string[] {
  const elementPattern = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...html.matchAll(elementPattern)].map(([, inner = '']) => inner);
}

/** The text of every element with this name, without tags. */
export function textsIn(html: string, name: string): string[] {
  return innerHtml(html, name).map(plainText);
}

/** The text of a piece of HTML, without tags and with single spaces. */
export function plainText(html: string): string {
  return decodeEntities(html.replace(/<!--.*?-->/g, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Replaces non-breaking spaces in messages by plain spaces, as `textsIn` does. */
export function withPlainSpaces<Words>(words: Words): Words {
  return JSON.parse(JSON.stringify(words).replaceAll('\u00a0', ' ')) as Words;
}

export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].flatMap(([, attributes = '', code = '']) =>
    /\ssrc=|\stype="application\//.test(attributes) ? [] : [code],
  );
}
