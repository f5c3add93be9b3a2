import type { ShopConfig } from './src/shop/config/shop-config.ts';

/**
 * Facts about the shop, shown to visitors and printed on orders. A change takes effect after a restart.
 * The values below belong to the demonstration shop.
 */
export default {
  name: 'Rehvipood',
  legalName: 'Rehvipood OÜ',
  registryCode: '00000000',
  vatNumber: 'EE000000000',
  /** Standard rates by their first day (Käibemaksuseadus § 15). Add future rates; keep past ones, which apply to older orders. */
  vat: [
    { from: '2009-07-01', percent: 20 },
    { from: '2024-01-01', percent: 22 },
    { from: '2025-07-01', percent: 24 },
  ],
  address: 'Ringtee 75, 50501 Tartu',
  email: 'info@rehvipood.example',
  phones: ['+372 700 0101', '+372 700 0102'],
  servicePricesUrl: 'https://teenused.rehvipood.example',
  bank: {
    holder: 'Rehvipood OÜ',
    name: 'LHV Pank',
    iban: 'EE382200221020145685',
    bic: 'LHVBEE22',
    // How `bank import` recognises payouts of the payment providers: the first words of the payer's name, or its IBAN.
    payouts: [
      { provider: 'montonio', names: ['Montonio Finance'], ibans: [] },
      { provider: 'stripe', names: ['Stripe Payments', 'Stripe Technology'], ibans: [] },
    ],
  },
  // Paths of the official notice in `public/`, one per language: { ee: '/legal-guarantee/et.svg', en: …, ru: … }.
  legalGuaranteeNotice: null,
  // Optional: `about: { since, text, photo }`, and `text` and `photo` of a branch (docs/settings.md). Pages show them where they exist.
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
      // Without `fitting` a branch offers no times, and calls its buyers. `bays` are the places where vehicles are worked on. Buyers can
      // book those that are `online`; keep one for phone calls, walk-ins and punctures. `maxRim`: the largest rim in inches that its
      // machines take. `vans`: whether a van fits in.
      fitting: {
        bays: [
          { id: 1, online: true, maxRim: 22, vans: true },
          { id: 2, online: true, maxRim: 19, vans: false },
          { id: 3, online: false, maxRim: 22, vans: true },
        ],
        // Hours of fitting that differ from the opening hours, by weekday; null: none. Where the branch is closed on that day, as on this
        // Saturday, they are by booking: buyers choose them until 14:00 of the working day before.
        windows: { saturday: { opens: '10:00', closes: '15:00' } },
      },
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
      fitting: {
        bays: [
          { id: 1, online: true, maxRim: 20, vans: true },
          { id: 2, online: false, maxRim: 18, vans: false },
        ],
      },
    },
  ],
  hours: {
    weekdays: { opens: '09:00', closes: '18:00' },
    // Optional: `saturdays: { opens, closes }`. A branch can have its own `hours`.
    weekends: 'by-booking',
    /** Exceptions: ISO date → hours of that day, or null when closed. Add the Estonian public holidays of each new year. */
    exceptions: {
      '2026-12-24': null,
      '2026-12-25': null,
      '2026-12-31': { opens: '09:00', closes: '14:00' },
      '2027-01-01': null,
      '2027-02-24': null,
    },
  },
  /**
   * How long fitting takes, and what it costs including VAT. Buyers see it before they order, and pay at the branch. For each job the
   * first row applies that has its vehicle, at least as many wheels and at least its rim in inches; rows with `runFlat` are for
   * run-flat tires and only for them. So put cheaper rows before dearer ones. Jobs without a row (more than four wheels, larger rims)
   * are agreed by phone. `minutes` are quarters of an hour. A branch may have `fitting.works` of its own. These prices are examples.
   */
  fitting: {
    works: [
      { vehicles: ['car'], wheels: 2, maxRim: 17, minutes: 30, euros: 33 },
      { vehicles: ['car', 'suv', 'van'], wheels: 2, maxRim: 22, minutes: 30, euros: 45 },
      { vehicles: ['car', 'suv', 'van'], wheels: 2, maxRim: 22, runFlat: true, minutes: 30, euros: 48 },
      { vehicles: ['car'], wheels: 4, maxRim: 16, minutes: 30, euros: 60 },
      { vehicles: ['car'], wheels: 4, maxRim: 17, minutes: 30, euros: 66 },
      { vehicles: ['car'], wheels: 4, maxRim: 19, minutes: 45, euros: 78 },
      { vehicles: ['car'], wheels: 4, maxRim: 22, minutes: 60, euros: 90 },
      { vehicles: ['suv', 'van'], wheels: 4, maxRim: 16, minutes: 45, euros: 76 },
      { vehicles: ['suv', 'van'], wheels: 4, maxRim: 17, minutes: 45, euros: 78 },
      { vehicles: ['suv', 'van'], wheels: 4, maxRim: 19, minutes: 60, euros: 90 },
      { vehicles: ['suv', 'van'], wheels: 4, maxRim: 22, minutes: 60, euros: 95 },
      { vehicles: ['car', 'suv', 'van'], wheels: 4, maxRim: 22, runFlat: true, minutes: 60, euros: 95 },
    ],
  },
  limits: {
    perLine: 20,
    perOrder: 40,
    openOrdersPerEmail: 3,
    openOrdersPerClient: 20,
    unpaidOrdersPerEmailPerDay: 9,
    unpaidOrdersPerClientPerDay: 20,
  },
  terms: {
    pickUpWorkingDays: 3,
    transferWorkingDays: 2,
    redirectMinutes: 45,
    courierEuros: 12,
    // Working days after an order became ready, if nobody collects it.
    notCollected: { firstReminder: 7, secondReminder: 14, decision: 20 },
  },
  /** Where `books push` books money in Merit Aktiva: names of its payment methods, and codes of taxes of a rate that it has twice. */
  books: {
    merit: {
      accounts: {
        bank: 'LHV Pank',
        montonio: 'Montonio',
        stripe: 'Stripe',
        terminal: 'Kaardimaksed',
        cash: { ringtee: 'Kassa Ringtee', annelinn: 'Kassa Annelinn' },
      },
      taxes: { '24': '24%' },
    },
  },
} satisfies ShopConfig;
