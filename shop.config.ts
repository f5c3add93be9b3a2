import type { ShopConfig } from './src/shop/shop-config.ts';

/**
 * The owner's facts. Everything here is shown to visitors or printed on orders; change it, restart, done.
 * The values below are those of the demonstration shop.
 */
export default {
  name: 'Rehvipood',
  legalName: 'Rehvipood OÜ',
  registryCode: '00000000',
  vatNumber: 'EE000000000',
  /** The standard rate from a day on (Käibemaksuseadus § 15). Add what is coming; leave what was, for it dates what was sold. */
  vat: [
    { from: '2009-07-01', percent: 20 },
    { from: '2024-01-01', percent: 22 },
    { from: '2025-07-01', percent: 24 },
  ],
  address: 'Ringtee 75, 50501 Tartu',
  email: 'info@rehvipood.example',
  phones: ['+372 700 0101', '+372 700 0102'],
  servicePricesUrl: 'https://teenused.rehvipood.example',
  bank: { holder: 'Rehvipood OÜ', name: 'LHV Pank', iban: 'EE382200221020145685', bic: 'LHVBEE22' },
  // The official files, such as { ee: '/legal-guarantee/et.svg', en: …, ru: … } in `public/`, once they are there.
  legalGuaranteeNotice: null,
  branches: [
    {
      id: 'ringtee',
      name: 'Ringtee',
      street: 'Ringtee 75',
      postalCode: '50501',
      city: 'Tartu',
      phone: '+372 700 0101',
      email: 'ringtee@rehvipood.example',
      map: 'https://www.openstreetmap.org/?mlat=58.3601&mlon=26.7419#map=17/58.3601/26.7419',
      position: { latitude: 58.3601, longitude: 26.7419 },
      services: ['fitting', 'repair', 'storage', 'alignment', 'maintenance'],
    },
    {
      id: 'annelinn',
      name: 'Annelinn',
      street: 'Kalda tee 30',
      postalCode: '50703',
      city: 'Tartu',
      phone: '+372 700 0102',
      email: 'annelinn@rehvipood.example',
      map: 'https://www.openstreetmap.org/?mlat=58.3716&mlon=26.7711#map=17/58.3716/26.7711',
      position: { latitude: 58.3716, longitude: 26.7711 },
      services: ['fitting', 'repair', 'storage'],
    },
  ],
  hours: {
    weekdays: { opens: '09:00', closes: '18:00' },
    // Add `saturdays: { opens, closes }` if there are hours on Saturdays. A branch may have `hours` of its own.
    weekends: 'by-booking',
    /** Days that differ: ISO date → own hours, or null when closed. Estonian public holidays of the coming year belong here. */
    exceptions: {
      '2026-12-24': null,
      '2026-12-25': null,
      '2026-12-31': { opens: '09:00', closes: '14:00' },
      '2027-01-01': null,
      '2027-02-24': null,
    },
  },
  limits: {
    perLine: 20,
    perOrder: 40,
    openOrdersPerEmail: 3,
    openOrdersPerClient: 20,
    unpaidOrdersPerEmailPerDay: 9,
    unpaidOrdersPerClientPerDay: 20,
  },
  terms: { pickUpWorkingDays: 3, transferWorkingDays: 2, redirectMinutes: 45, courierEuros: 12 },
} satisfies ShopConfig;
