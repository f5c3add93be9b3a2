import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import deskMessages from '../desk/messages/en.json';
import { refundTransitions } from '../shop/payment/payment-states.ts';
import shopMessages from './en.json';

type Texts = { [key: string]: unknown };

const src = join(import.meta.dirname, '..');
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => ({ folder: dirname(file), ...namesIn(readFileSync(join(src, file), 'utf8')) }));

/** Keys that end in an id (`orderStatus.ready`): the code may name the id in any folder, not only where it uses the namespace. */
const shopKeysFromIds =
  /^(season|seasonTires|orderStatus|success\.refunds|payment|list\.sort|branch\.service|product\.(road|suits|advantage)|cart\.(law|sets)|mail\.collecting|mail\.document\.(reasons|tender)|success\.documents|ownerAlert\.(title|text|part)|branchPage\.(act|said|tender)|orderFitting\.vehicles|fittingTime\.(vehicle|state|freed|refusal|said))\./;

/** The same for the desk; its ids may be named in the shop's code, too. */
const deskKeysFromIds =
  /^(attention|acts|changes|mails|problems|troubles|jobs|log\.(act|subject|outcome)|priceList\.(refusals|advice|faults)|people\.role|\w+\.(state|freed|dayState|channel)|print\.work\.vehicle|tire\.photoSource|units\.(actor|provider)|money\.finding|bank\.(outcome|reason)|month\.(tender|kind)|documents\.kind|purchases\.(by|exchange|outcome)|order\.(status|fulfilment|review|entry|tender|refund|mail))\./;

const anyFolder = /./;
const faq = /^web\/pages\/faq$/;
const refundStates = Object.keys(refundTransitions).join('|');
/** Prefixes that the desk's code puts before an id: `` `pin-${reason}` ``. Other codes that begin with `refund-` are whole in the code. */
const idPrefix = new RegExp(`^(pin|payment|drawer|bank|statement|month|document|fee|refund(?=-(${refundStates})$))-`);

/** The folders whose code uses a namespace without naming it. */
const foldersOf: Record<string, RegExp> = {
  faq,
  faqBuy: faq,
  faqPolicy: faq,
  faqWarranty: faq,
  faqAccessibility: faq,
  mail: /^(mail|messages)\b/,
  ownerAlert: /^mail\b/,
  purchase: /^mail\b/,
  branchPage: /^web\/branch\b/,
};

type Names = { names: Set<string>; prefixes: string[]; namespaces: Set<string> };

/** Reads all names in code once, because there are a thousand keys. `names`: strings and their ends (`` `${id}.label` ``) and
 * properties; `prefixes`: those of templates (`` `noise${value}` ``); `namespaces`: words at the beginning of a string. */
function namesIn(text: string): Names {
  const matches = (pattern: RegExp) => text.match(pattern) ?? [];
  const properties = matches(/[\w-]+(?=['"]?:)/g).flatMap((property) => {
    const words = property.split('-');
    return words.map((_, n) => words.slice(n).join('-'));
  });
  return {
    names: new Set([...matches(/(?<=['"`.])[\w -]+(?=['"`])/g), ...properties]),
    prefixes: matches(/(?<=`)\w+(?=\$\{)/g),
    namespaces: new Set(matches(/(?<=['"`])\w+/g)),
  };
}

function containsName({ names, prefixes }: Names, name: string): boolean {
  return names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

function keysOf(texts: Texts, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' || Array.isArray(value) ? [`${path}${key}`] : keysOf(value as Texts, `${path}${key}.`),
  );
}

test.each([
  ['shop', shopMessages, /^(?!desk\b)/, shopKeysFromIds],
  ['desk', deskMessages, /^desk\b/, deskKeysFromIds],
] as const)(
  'every key of the %s is used by code that works with its namespace',
  (side, messages, ownFolders, keysFromIds) => {
    const ownCode = code.filter(({ folder }) => ownFolders.test(folder));
    const unused = keysOf(messages).filter((key) => {
      const endsInId = keysFromIds.test(key);
      if (endsInId && side === 'desk') {
        const id = (key.split('.').at(-1) ?? '').replace(idPrefix, '');
        return !code.some((file) => containsName(file, id));
      }
      const [namespace = '', ...names] = key.split('.');
      const foldersNamingNamespace = new Set(
        ownCode.filter(({ namespaces }) => namespaces.has(namespace)).map(({ folder }) => folder),
      );
      // The code of the faq names a section, and not the texts in it.
      const name = names[0] === 'sections' ? names[1] : names.at(-1);
      const declaredFolders = endsInId ? anyFolder : foldersOf[namespace];
      const mayUseKey = (folder: string) =>
        declaredFolders ? declaredFolders.test(folder) : foldersNamingNamespace.has(folder);
      return !ownCode.some((file) => mayUseKey(file.folder) && containsName(file, name ?? ''));
    });
    expect(unused).toEqual([]);
  },
);
