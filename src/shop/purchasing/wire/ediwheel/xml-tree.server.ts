import sax, { type SAXOptions } from 'sax';

/** `name`: without namespace, because suppliers differ in whether children have it. `text`: trimmed. */
export type XmlElement = { name: string; children: XmlElement[]; text: string };

const maxDepth = 32;
const maxElements = 20_000;

/** The text is not one well-formed XML document, has a document type, or is too large or too deep. */
export class UnreadableXml extends Error {}

/** Parses a whole XML document. Knows the five entities of XML and character references only. Throws UnreadableXml. */
export function xmlTree(text: string): XmlElement {
  // strictEntities rejects the named entities of HTML.
  const parser = sax.parser(true, { strictEntities: true } as SAXOptions);
  const document: XmlElement = { name: '', children: [], text: '' };
  const openElements: XmlElement[] = [document];
  let elementCount = 0;
  const addText = (part: string) => {
    const element = openElements.at(-1);
    if (element) element.text += part;
  };
  parser.onopentag = ({ name }) => {
    if (openElements.length > maxDepth) throw new UnreadableXml(`more than ${maxDepth} levels`);
    if (++elementCount > maxElements) throw new UnreadableXml(`more than ${maxElements} elements`);
    const element: XmlElement = { name: name.slice(name.indexOf(':') + 1), children: [], text: '' };
    openElements.at(-1)?.children.push(element);
    openElements.push(element);
  };
  parser.onclosetag = () => {
    const element = openElements.pop();
    if (element) element.text = element.text.trim();
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  const refuseDocumentType = () => {
    throw new UnreadableXml('a document type');
  };
  parser.ondoctype = refuseDocumentType;
  parser.onsgmldeclaration = refuseDocumentType;
  parser.onerror = ({ message }) => {
    throw new UnreadableXml(message.split('\n')[0]);
  };
  parser.write(text.replace(/^\uFEFF/, '')).close();
  const [root, ...otherRoots] = document.children;
  if (!root || otherRoots.length > 0) throw new UnreadableXml(root ? 'a second root' : 'no XML');
  return root;
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** Returns the first element at a path of local names such as `ErrorHead/ErrorCode`. */
export function elementAt(element: XmlElement | undefined, path: string): XmlElement | undefined {
  return path.split('/').reduce<XmlElement | undefined>((parent, name) => childrenOf(parent, name)[0], element);
}

export function textOf(element: XmlElement | undefined, path: string): string {
  return elementAt(element, path)?.text ?? '';
}
