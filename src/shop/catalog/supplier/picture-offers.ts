import { readCell } from '../import/file/cells.ts';
import type { ListRecord } from '../import/file/row.ts';
import { pictureValue, type SupplierPictureTerms } from './declaration.ts';
import type { SupplierRow } from './rows/supplier-rows.ts';

export type PictureOffer = { supplier_sku: string; url: string };

export type PictureCollector = ReturnType<typeof pictureCollector>;

const maxUrlLength = 1_000;

/** All sizes of a design show the same photograph, so three addresses are enough: the shop shows the largest of their pictures. */
const maxPicturesPerDesign = 3;

const designColumns = ['manufacturer', 'model', 'season', 'studs', 'runflat'];

/** Collects the addresses of pictures in `offers` while a list is read: at most three different ones for each design. */
export function pictureCollector(terms: Pick<SupplierPictureTerms, 'from' | 'url'>) {
  const urlsByDesign = new Map<string, Set<string>>();
  const offers: PictureOffer[] = [];
  return {
    offers,
    add({ fields: supplierFields }: SupplierRow, columns: readonly string[], record: ListRecord): void {
      const cell = (column: string) => record.fields[columns.indexOf(column)]?.trim() ?? '';
      const sku = readCell.supplier_sku(cell('supplier_sku'));
      const url = pictureUrl(terms, supplierFields.get(terms.from) ?? '');
      if (!sku.ok || typeof sku.value !== 'string' || url === null) return;
      const design = designColumns.map(cell).join('\t').toLowerCase();
      const urlsOfDesign = urlsByDesign.get(design) ?? new Set();
      if (urlsOfDesign.has(url) || urlsOfDesign.size >= maxPicturesPerDesign) return;
      urlsByDesign.set(design, urlsOfDesign.add(url));
      offers.push({ supplier_sku: sku.value, url });
    },
  };
}

/** Returns an https address without a password, or null. A text with `…` is refused: the `…` has replaced the supplier's key, which some addresses contain. */
function pictureUrl({ url: template }: Pick<SupplierPictureTerms, 'url'>, text: string): string | null {
  const value = text.trim();
  if (value === '' || value.includes('…')) return null;
  const address = template === undefined ? value : template.replace(pictureValue, () => encodeURIComponent(value));
  if (address.length > maxUrlLength || !URL.canParse(address)) return null;
  const { protocol, username, password, href } = new URL(address);
  return protocol === 'https:' && username + password === '' ? href : null;
}
