import sax, { type SAXOptions } from 'sax';

/** `name`: without prefix, because senders differ in it. `text`: trimmed. */
export type XmlElement = {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
};

/** `document-type`: has a DTD, which could define entities. `too-large`: has more elements or levels than allowed. */
export class UnreadableXml extends Error {
  readonly reason: 'document-type' | 'too-large' | 'malformed';

  constructor(reason: UnreadableXml['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Returns a nameless element whose children are the root elements of the text; an XML document has one. Throws UnreadableXml. */
export function parseXml(text: string, limits: { maxElements: number; maxDepth: number }): XmlElement {
  // strictEntities rejects the named entities of HTML.
  const parser = sax.parser(true, { strictEntities: true } as SAXOptions);
  const document: XmlElement = { name: '', attributes: {}, text: '', children: [] };
  const open = [document];
  let count = 0;
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.onopentag = ({ name, attributes }) => {
    count += 1;
    if (open.length > limits.maxDepth) throw new UnreadableXml('too-large', `more than ${limits.maxDepth} levels`);
    if (count > limits.maxElements) throw new UnreadableXml('too-large', `more than ${limits.maxElements} elements`);
    const element: XmlElement = {
      name: name.slice(name.indexOf(':') + 1),
      // Without the option `xmlns`, sax gives attributes as strings.
      attributes: attributes as Record<string, string>,
      text: '',
      children: [],
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  parser.onclosetag = () => {
    const element = open.pop();
    if (element) element.text = element.text.trim();
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  const refuseDocumentType = () => {
    throw new UnreadableXml('document-type', 'a document type');
  };
  parser.ondoctype = refuseDocumentType;
  parser.onsgmldeclaration = refuseDocumentType;
  parser.onerror = ({ message }) => {
    throw new UnreadableXml('malformed', message);
  };
  parser.write(text).close();
  return document;
}

/** Returns all elements at a path of names such as `Stmt/Ntry`. */
export function elementsAt(element: XmlElement | undefined, path: string): XmlElement[] {
  let elements = element ? [element] : [];
  for (const name of path.split('/'))
    elements = elements.flatMap(({ children }) => children.filter((child) => child.name === name));
  return elements;
}
