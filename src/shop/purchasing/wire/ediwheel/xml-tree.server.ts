import { elementsAt, parseXml, UnreadableXml, type XmlElement } from '../../../parse-xml.server.ts';

/** Parses a whole XML document. Knows the five entities of XML and character references only. Throws UnreadableXml. */
export function xmlTree(text: string): XmlElement {
  const document = parseXml(text.replace(/^\uFEFF/, ''), { maxElements: 20_000, maxDepth: 32 });
  const [root, ...otherRoots] = document.children;
  if (!root || otherRoots.length > 0) throw new UnreadableXml('malformed', root ? 'a second root' : 'no XML');
  return root;
}

/** Returns the first element at a path of local names such as `ErrorHead/ErrorCode`. */
export function elementAt(element: XmlElement | undefined, path: string): XmlElement | undefined {
  return path.split('/').reduce<XmlElement | undefined>((parent, name) => elementsAt(parent, name)[0], element);
}

export function textOf(element: XmlElement | undefined, path: string): string {
  return elementAt(element, path)?.text ?? '';
}
