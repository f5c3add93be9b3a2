import type { Locale } from './locale.ts';
import type { VatRate } from './vat.ts';

/** Wall-clock hours in Europe/Tallinn, `HH:MM`. */
export type Hours = { opens: string; closes: string };

/** What a branch does to cars besides handing out tires. */
export type BranchService = 'fitting' | 'repair' | 'storage' | 'alignment' | 'maintenance';

export type Branch = {
  id: string;
  name: string;
  street: string;
  postalCode: string;
  city: string;
  phone: string;
  /** Where the branch reads of its orders; absent: the shop's own address. */
  email?: string;
  map: string;
  position: { latitude: number; longitude: number };
  services: BranchService[];
};

/** What the shop says of itself: safe to hand to every browser. */
export type ShopFacts = {
  name: string;
  legalName: string;
  registryCode: string;
  vatNumber: string;
  /** Included in every price shown; see vat.ts. */
  vat: VatRate[];
  address: string;
  email: string;
  phones: [string, string];
  servicePricesUrl: string;
  bank: { holder: string; name: string; iban: string; bic: string };
  branches: Branch[];
  /**
   * Paths under `public/` of the official notice of the legal guarantee in each language, unmodified (Regulation (EU)
   * 2025/1960): pictures are shown, other files linked. Null: a link to the page on warranty stands in its place.
   */
  legalGuaranteeNotice: Record<Locale, string> | null;
  hours: { weekdays: Hours; weekends: 'by-booking'; exceptions: Record<string, Hours | null> };
};

/**
 * Units per line and order; unpaid orders that one mailbox or one client (an IPv4 address, an IPv6 /64) may hold open,
 * and may place within 24 hours, cancelled ones too.
 */
export type OrderLimits = {
  perLine: number;
  perOrder: number;
  openOrdersPerEmail: number;
  openOrdersPerClient: number;
  unpaidOrdersPerEmailPerDay: number;
  unpaidOrdersPerClientPerDay: number;
};

/** How long an unpaid order keeps its tires, by kind of payment. */
export type HoldTerms = {
  pickUpWorkingDays: number;
  transferWorkingDays: number;
  redirectMinutes: number;
};

export type ShopConfig = ShopFacts & { limits: OrderLimits; terms: HoldTerms };
