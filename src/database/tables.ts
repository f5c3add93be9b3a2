import type {
  BookMonths,
  DocumentFiles,
  DocumentLetters,
  DocumentSeries,
  MeritSent,
  MoneyDocumentLines,
  MoneyDocuments,
  ProviderFees,
  Restores,
  SkippedDocuments,
} from './tables/book-tables.ts';
import type {
  CatalogueState,
  CompetitorPrices,
  Manufacturers,
  PicturePins,
  PriceDecisions,
  PriceHistory,
  PriceListUploads,
  PriceRulesTable,
  Stock,
  StockChanges,
  TirePhotos,
  TirePrices,
  TireSources,
  Tires,
} from './tables/catalogue-tables.ts';
import type { Timestamp } from './tables/columns.ts';
import type { EprelMatches, EprelProducts, EprelRests, EprelSearches } from './tables/eprel-tables.ts';
import type {
  FittingBlocks,
  FittingBookings,
  FittingFeeds,
  FittingTexts,
  FreedTimes,
} from './tables/fitting-tables.ts';
import type { ImportSources, ImportStock, Imports } from './tables/import-tables.ts';
import type { StockNotices } from './tables/notice-tables.ts';
import type {
  Delays,
  Handlings,
  IdempotencyKeys,
  Mails,
  OrderEvents,
  OrderLines,
  OrderNotes,
  Orders,
  Secrets,
  StockHolds,
  Transfers,
  Withdrawals,
} from './tables/order-tables.ts';
import type {
  BankEntries,
  CashDrawers,
  CashMovements,
  PaymentLedger,
  Payments,
  ReconFindings,
  Refunds,
  WebhookEvents,
} from './tables/payment-tables.ts';
import type {
  PurchaseEvents,
  PurchaseExchanges,
  PurchaseFor,
  PurchaseLines,
  Purchases,
} from './tables/purchase-tables.ts';
import type {
  DeskLog,
  DeskSessions,
  DeskStations,
  Staff,
  StaffChallenges,
  StaffInvitations,
  StaffPasskeys,
  StationPinFailures,
} from './tables/staff-tables.ts';
import type { PictureDrops, SupplierFeeds, SupplierPictures } from './tables/supplier-tables.ts';
import type { VehicleFitments } from './tables/vehicle-tables.ts';
import type { PageViews } from './tables/visit-tables.ts';

type OwnerAlerts = {
  /** Kind and subject of the alert: `price-list latakko`. */
  trouble: string;
  /** The text of the last alert mail; empty once the trouble has ended. */
  told: string;
  told_at: Timestamp;
};

/** Amounts are cents with VAT. Some names are historical: docs/decisions/selling/2026-11-24-stored-names.md. */
export type Tables = {
  manufacturers: Manufacturers;
  tires: Tires;
  tire_sources: TireSources;
  imports: Imports;
  import_sources: ImportSources;
  import_stock: ImportStock;
  stock: Stock;
  stock_changes: StockChanges;
  price_history: PriceHistory;
  price_decisions: PriceDecisions;
  competitor_prices: CompetitorPrices;
  price_list_uploads: PriceListUploads;
  price_rules: PriceRulesTable;
  tire_prices: TirePrices;
  tire_photos: TirePhotos;
  picture_pins: PicturePins;
  supplier_pictures: SupplierPictures;
  picture_drops: PictureDrops;
  eprel_products: EprelProducts;
  eprel_matches: EprelMatches;
  eprel_searches: EprelSearches;
  eprel_rests: EprelRests;
  catalogue_state: CatalogueState;
  vehicle_fitments: VehicleFitments;
  orders: Orders;
  order_lines: OrderLines;
  stock_holds: StockHolds;
  transfers: Transfers;
  handlings: Handlings;
  delays: Delays;
  order_notes: OrderNotes;
  fitting_bookings: FittingBookings;
  fitting_blocks: FittingBlocks;
  fitting_feeds: FittingFeeds;
  fitting_texts: FittingTexts;
  freed_times: FreedTimes;
  purchases: Purchases;
  purchase_lines: PurchaseLines;
  purchase_for: PurchaseFor;
  purchase_events: PurchaseEvents;
  purchase_exchanges: PurchaseExchanges;
  payments: Payments;
  payment_ledger: PaymentLedger;
  bank_entries: BankEntries;
  cash_drawers: CashDrawers;
  cash_movements: CashMovements;
  refunds: Refunds;
  webhook_events: WebhookEvents;
  recon_findings: ReconFindings;
  document_series: DocumentSeries;
  restores: Restores;
  skipped_documents: SkippedDocuments;
  book_months: BookMonths;
  provider_fees: ProviderFees;
  money_documents: MoneyDocuments;
  money_document_lines: MoneyDocumentLines;
  document_files: DocumentFiles;
  document_letters: DocumentLetters;
  merit_sent: MeritSent;
  letters: Mails;
  withdrawals: Withdrawals;
  stock_notices: StockNotices;
  secrets: Secrets;
  order_events: OrderEvents;
  idempotency_keys: IdempotencyKeys;
  supplier_feeds: SupplierFeeds;
  owner_alerts: OwnerAlerts;
  staff: Staff;
  staff_invitations: StaffInvitations;
  staff_passkeys: StaffPasskeys;
  staff_challenges: StaffChallenges;
  desk_stations: DeskStations;
  station_pin_failures: StationPinFailures;
  desk_sessions: DeskSessions;
  desk_log: DeskLog;
  page_views: PageViews;
};
