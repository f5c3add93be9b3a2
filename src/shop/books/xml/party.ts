import type { UblElement } from './xml.ts';

/** Returns an element with an Estonian registry code (0191 of the code list EAS). Null for codes of other countries. */
export function estonianCompanyCode(name: string, regCode: string): UblElement | null {
  return /^\d{8}$/.test(regCode.trim()) ? [name, regCode.trim(), { schemeID: '0191' }] : null;
}

/** Splits an address such as `Ringtee 75, 50501 Tartu`. Other forms are the street: EN 16931 needs only the country. */
export function postalAddress(address: string | null, country: string): UblElement {
  const [, street, postalCode, city] = /^(.+), (\d{5}) ([^,]+)$/.exec(address?.trim() ?? '') ?? [];
  return [
    'cac:PostalAddress',
    [
      ['cbc:StreetName', street ?? address],
      ['cbc:CityName', city ?? null],
      ['cbc:PostalZone', postalCode ?? null],
      ['cac:Country', [['cbc:IdentificationCode', country]]],
    ],
  ];
}

/** Prefixes of VAT numbers: ISO 3166-1 codes, but EL for Greece and XI for Northern Ireland. */
const euPrefixes = 'AT BE BG CY CZ DE DK EE EL ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI'.split(' ');

/** Returns a VAT number in capitals without separators; null without the prefix of an EU country (BR-CO-09). */
export function euVatNumber(typed: string | null): string | null {
  const vatNumber = typed?.replace(/[\s.-]/g, '').toUpperCase() ?? '';
  return vatNumber.length > 2 && euPrefixes.includes(vatNumber.slice(0, 2)) ? vatNumber : null;
}

const countryWithoutVatNumber = 'EE';

export function countryOf(vatNumber: string | null): string {
  const prefix = vatNumber?.slice(0, 2) ?? countryWithoutVatNumber;
  return { EL: 'GR', XI: 'GB' }[prefix] ?? prefix;
}
