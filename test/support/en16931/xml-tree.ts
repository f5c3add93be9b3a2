import sax from 'sax';

/** An element. `name`: with its prefix, such as `cbc:ID`. `text`: the text directly in it, without that of its children. */
export type XmlNode = { name: string; attributes: Record<string, string>; text: string; children: XmlNode[] };

/** Reads XML into a tree. Throws for a document that is not well-formed. */
export function xmlTree(xml: string): XmlNode {
  const top: XmlNode = { name: '', attributes: {}, text: '', children: [] };
  const open = [top];
  const parser = sax.parser(true);
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const node: XmlNode = { name, attributes: attributes as Record<string, string>, text: '', children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  };
  parser.ontext = (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  };
  parser.onclosetag = () => open.pop();
  parser.write(xml).close();
  const [root] = top.children;
  if (!root) throw new Error('no element');
  return root;
}

/** Returns the elements at a path such as `cac:Party/cac:PostalAddress`. */
export function nodesAt(node: XmlNode, path: string): XmlNode[] {
  return path
    .split('/')
    .reduce((nodes, name) => nodes.flatMap(({ children }) => children.filter((child) => child.name === name)), [node]);
}

/** Returns the text of the first element at a path; empty if there is none. */
export function textAt(node: XmlNode, path: string): string {
  return nodesAt(node, path)[0]?.text.trim() ?? '';
}
