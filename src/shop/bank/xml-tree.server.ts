import sax, { type SAXOptions } from 'sax';
import type { StatementRefusal } from './statement.ts';

export class RefusedStatement extends Error {
  readonly refusal: StatementRefusal;

  constructor(refusal: StatementRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** `name` has no prefix, because each version of camt.053 has its own namespace. */
export type StatementElement = { name: string; text: string; currency: string | null; children: StatementElement[] };

const maxElements = 500_000;
const maxDepth = 40;

/** Calls `onElement` at the end of each element; `keep`: the parent keeps the element among its `children`. Throws RefusedStatement. */
export function parseXml(
  text: string,
  onElement: (element: StatementElement, ancestors: readonly string[]) => 'keep' | 'drop',
): void {
  // strictEntities rejects the named entities of HTML.
  const parser = sax.parser(true, { strictEntities: true } as SAXOptions);
  const open: StatementElement[] = [];
  let count = 0;
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.onopentag = ({ name, attributes }) => {
    count += 1;
    if (count > maxElements || open.length >= maxDepth)
      refuse('malformed', 'more elements or levels than a statement has');
    const currency = attributes.Ccy;
    open.push({
      name: localName(name),
      text: '',
      currency: typeof currency === 'string' ? currency : null,
      children: [],
    });
  };
  parser.onclosetag = () => {
    const element = open.pop();
    if (!element) return;
    element.text = element.text.trim();
    const decision = onElement(
      element,
      open.map(({ name }) => name),
    );
    if (decision === 'keep') open.at(-1)?.children.push(element);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.ondoctype = () => refuse('document-type');
  parser.onsgmldeclaration = () => refuse('document-type');
  parser.onerror = ({ message }) => refuse('malformed', message.split('\n').slice(0, 2).join(', '));
  parser.write(text).close();
}

export function refuse(reason: StatementRefusal['reason'], detail?: string): never {
  throw new RefusedStatement({ reason, ...(detail !== undefined && { detail }) });
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns all elements at a path of local names, such as `Refs/EndToEndId`. */
export function elementsAt(element: StatementElement | undefined, path: string): StatementElement[] {
  let elements = element ? [element] : [];
  for (const name of path.split('/'))
    elements = elements.flatMap(({ children }) => children.filter((child) => child.name === name));
  return elements;
}

export function firstTextAt(element: StatementElement | undefined, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = elementsAt(element, path).find((candidate) => candidate.text !== '')?.text;
    if (text !== undefined) return text;
  }
  return null;
}
