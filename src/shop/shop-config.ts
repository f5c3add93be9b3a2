import type { Locale } from './locale.ts';
import type { VatRate } from './money.ts';

/** Wall-clock hours in Europe/Tallinn, `HH:MM`. */
export type Hours = { opens: string; closes: string };

export type BranchService = 'fitting' | 'repair' | 'storage' | 'alignment' | 'maintenance';

export type Branch = {
  id: string;
  name: string;
  street: string;
  postalCode: string;
  city: string;
  phone: string;
  /** For mails about orders; absent: the shop's address. */
  email?: string;
  map: string;
  position: { latitude: number; longitude: number };
  services: BranchService[];
};

/** The owner's configuration, in shop.config.ts. Browsers get all of it. */
export type ShopConfig = {
  name: string;
  legalName: string;
  registryCode: string;
  vatNumber: string;
  vat: VatRate[];
  address: string;
  email: string;
  phones: [string, string];
  servicePricesUrl: string;
  bank: { holder: string; name: string; iban: string; bic: string };
  branches: Branch[];
  /** Paths under `public/` of the official notice of the legal guarantee (Regulation (EU) 2025/1960). Null: a link to the warranty page. */
  legalGuaranteeNotice: Record<Locale, string> | null;
  hours: { weekdays: Hours; weekends: 'by-booking'; exceptions: Record<string, Hours | null> };
  limits: OrderLimits;
  terms: HoldTerms;
};

/** Units per line and order; unpaid orders per mailbox or client, open and placed within 24 hours (cancelled ones too). */
export type OrderLimits = {
  perLine: number;
  perOrder: number;
  openOrdersPerEmail: number;
  openOrdersPerClient: number;
  unpaidOrdersPerEmailPerDay: number;
  unpaidOrdersPerClientPerDay: number;
};

export type HoldTerms = {
  pickUpWorkingDays: number;
  transferWorkingDays: number;
  redirectMinutes: number;
};
