import { type Activity, activities } from './activities.ts';
import { bookColumns } from './book-columns.ts';
import { type Column, linked, personal, secret } from './column.ts';
import { fittingColumns } from './fitting-columns.ts';
import { orderColumns } from './order-columns.ts';
import { paymentColumns } from './payment-columns.ts';
import { staffColumns } from './staff-columns.ts';

/** Each column has a kind (`column.ts`), the activity that uses it, and a description. */
export const personalColumns: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  ...orderColumns,
  ...fittingColumns,
  stock_notices: {
    id: secret('notices', 'the secret in the links of the mails'),
    tire_id: linked('notices', 'the tire'),
    email: personal('notices', 'the e-mail address'),
    locale: linked('notices', 'the language of the mails'),
    count: linked('notices', 'how many tires must be on sale'),
    asked_at: linked('notices', 'time of the request'),
    confirmed_at: linked('notices', 'time at which the address was confirmed'),
    found_at: linked('notices', 'time at which the tire was on sale again'),
  },
  ...paymentColumns,
  ...bookColumns,
  ...staffColumns,
};

/** Columns without personal data. A test fails for a column that is neither here nor in `personalColumns`. */
export const otherColumns: Readonly<Record<string, readonly string[]>> = {
  // A long list is spread in rows, because the formatter would put each of its names on a line of its own.
  manufacturers: ['id', 'label'],
  tires: [
    ...['id', 'supplier', 'supplier_sku', 'ean', 'manufacturer_id', 'model', 'season', 'studs', 'runflat', 'vehicle'],
    ...['competition', 'tread_width', 'profile', 'diameter', 'construction', 'load_index', 'speed_index', 'marks'],
    ...['fuel', 'wet', 'noise_db', 'noise_class', 'snow', 'ice', 'eprel_id', 'dot_year', 'weight_grams'],
    ...['price_cents', 'lowest_before_cents', 'campaign', 'on_sale', 'changed_at'],
  ],
  ...sourceColumns('tire_sources'),
  ...sourceColumns('import_sources', 'import_id'),
  stock: ['tire_id', 'place', 'on_hand', 'held', 'sold', 'owed', 'apart', 'lead_days'],
  purchases: [
    ...['id', 'number', 'supplier', 'branch', 'state', 'revision', 'created_at', 'sent_at', 'send_requested_at'],
    ...['answer_due_at', 'closed_at', 'supplier_number', 'ask_requested_at'],
  ],
  purchase_lines: [
    ...['id', 'purchase_id', 'tire_id', 'supplier_sku', 'ean', 'cost_net', 'ordered', 'confirmed', 'backordered'],
    ...['refused', 'cancelled', 'open', 'received', 'wrong', 'damaged', 'owed', 'known_pieces', 'known_import'],
    ...['confirmed_at', 'expected_on'],
  ],
  purchase_events: ['id', 'purchase_id', 'at', 'type', 'data'],
  purchase_exchanges: [
    ...['id', 'purchase_id', 'kind', 'reference', 'at', 'request', 'http_status', 'answer', 'outcome', 'reason'],
    ...['lines', 'booked_at'],
  ],
  stock_changes: ['id', 'tire_id', 'place', 'before', 'after', 'at', 'reason', 'counted', 'stock_count'],
  cash_drawers: ['id', 'branch', 'opened_at', 'opening_cents', 'closed_at', 'expected_cents', 'counted_cents'],
  cash_movements: ['id', 'drawer_id', 'amount_cents', 'reason', 'at'],
  fitting_blocks: ['id', 'branch', 'bay', 'starts_at', 'ends_at', 'opens', 'reason', 'made_at'],
  fitting_feeds: ['id', 'branch', 'created_at', 'revoked_at'],
  freed_times: ['id', 'branch', 'starts_at', 'bay', 'ends_at'],
  price_history: ['tire_id', 'price_cents', 'since', 'rules_id', 'set_by', 'pin_id'],
  price_decisions: ['id', 'tire_id', 'kind', 'price_cents', 'at', 'reason', 'below_floor', 'valid_from', 'valid_until'],
  competitor_prices: ['ean', 'source', 'price_cents', 'day', 'at'],
  price_rules: ['id', 'at', 'file', 'hash', 'rules', 'vat', 'clock', 'priced_at', 'changed', 'undone_at'],
  tire_prices: [
    ...['tire_id', 'rules_id', 'set_by', 'landed_net', 'floor_cents', 'regular_cents', 'base_cents', 'base_day'],
    ...['campaign', 'held_cents', 'own_level', 'own_net'],
  ],
  price_list_uploads: ['id', 'sha256', 'name', 'bytes', 'uploaded_at', 'catalogue_version'],
  eprel_products: [
    ...['id', 'status', 'manufacturer', 'model', 'tread_width', 'profile', 'diameter', 'load_index', 'speed_index'],
    ...['xl', 'tire_class', 'fuel', 'wet', 'noise_db', 'noise_class', 'snow', 'ice', 'etag', 'tried_at'],
    ...['fetched_at', 'withdrawn_at', 'label_file', 'sheet_et', 'sheet_en', 'files_at'],
  ],
  eprel_matches: ['tire_id', 'eprel_id', 'state', 'says', 'at'],
  eprel_searches: ['tire_id', 'at', 'hits'],
  eprel_rests: ['kind', 'until', 'reason'],
  tire_photos: [
    ...['id', 'photo', 'manufacturer_id', 'model', 'season', 'studs', 'runflat', 'source', 'supplier', 'licence'],
    ...['credit', 'until', 'in_feed', 'in_preview', 'added_at', 'ended_at', 'ended_because', 'side', 'dhash'],
  ],
  picture_pins: ['manufacturer_id', 'model', 'season', 'studs', 'runflat', 'shows', 'pinned_at'],
  picture_drops: ['supplier', 'licences', 'dropped_at'],
  supplier_pictures: [
    ...['supplier', 'supplier_sku', 'url', 'tried_at', 'result', 'reason', 'photo', 'etag', 'last_modified'],
  ],
  imports: [
    ...['id', 'at', 'file', 'suppliers', 'counts', 'demonstration', 'recorded', 'undone_at', 'last_stock_change'],
    'uncounted_tires',
  ],
  import_stock: ['import_id', 'tire_id', 'place', 'before', 'after', 'lead_days_before'],
  catalogue_state: ['id', 'demonstration', 'days_priced_at'],
  vehicle_fitments: [
    ...['id', 'make', 'model', 'generation', 'from_year', 'to_year', 'engine', 'kw', 'oem', 'winter', 'note'],
    ...['front_size', 'front_load', 'front_speed', 'front_xl', 'rear_size', 'rear_load', 'rear_speed', 'rear_xl'],
  ],
  supplier_feeds: [
    ...['supplier', 'tried_at', 'result', 'words', 'landed_at', 'counts', 'etag', 'last_modified', 'read_as'],
  ],
  document_series: ['series', 'year', 'last_no', 'last_on'],
  restores: ['at', 'until', 'source', 'confirmed_at'],
  skipped_documents: ['series', 'year', 'first_no', 'last_no', 'skipped_on', 'restored_at'],
  book_months: ['month', 'last_document_id', 'last_ledger_id', 'last_bank_id', 'closed_at'],
  provider_fees: ['id', 'provider', 'day', 'amount_cents', 'reference', 'entered_at'],
  owner_alerts: ['trouble', 'told', 'told_at'],
  staff: ['id', 'role', 'created_at', 'revoked_at'],
  staff_invitations: ['staff_id', 'created_at', 'expires_at', 'used_at'],
  staff_passkeys: ['staff_id', 'counter', 'transports', 'backed_up', 'created_at'],
  staff_challenges: ['hash', 'purpose', 'bound', 'expires_at'],
  desk_stations: ['id', 'branch', 'name', 'enrolled_at', 'adopted_at', 'opened_until', 'wrong_pins', 'closed_at'],
  station_pin_failures: ['station_id', 'staff_id', 'count'],
  desk_sessions: ['staff_id', 'station_id', 'by_pin', 'created_at', 'expires_at', 'earlier_until'],
  desk_log: ['id', 'at', 'station', 'act', 'subject', 'outcome', 'request_id', 'key'],
  page_views: ['day', 'page', 'referrer', 'views'],
  secrets: ['name', 'value'],
  schema_migrations: ['name', 'sha256', 'applied_at'],
};

function sourceColumns(table: string, ...extraColumns: string[]) {
  const columns = [
    ...['supplier', 'supplier_sku', 'tire_id', 'ean', 'manufacturer_id', 'model', 'season', 'studs', 'runflat'],
    ...['vehicle', 'competition', 'tread_width', 'profile', 'diameter', 'construction', 'load_index', 'speed_index'],
    ...['marks', 'fuel', 'wet', 'noise_db', 'noise_class', 'snow', 'ice', 'eprel_id', 'dot_year', 'weight_grams'],
    ...['price_cents', 'alike', 'on_hand', 'at_branches', 'lead_days', 'listed', 'added_by'],
    ...['cost_net', 'recommended_cents'],
  ];
  return { [table]: [...extraColumns, ...columns] };
}

/** Returns the two tables of docs/privacy.md as Markdown. */
export function registerMarkdown(): string {
  const keys: (keyof Activity)[] = ['title', 'people', 'purpose', 'basis', 'kept', 'recipients'];
  const activityRows = Object.values(activities).map((activity) => keys.map((key) => activity[key]));
  const columnRows = Object.entries(personalColumns).flatMap(([table, columns]) =>
    Object.entries(columns)
      .filter(([, { kind }]) => kind === 'personal')
      .map(([column, { description, activity }]) => [
        `\`${table}.${column}\``,
        description,
        activities[activity].title,
      ]),
  );
  return [
    ...markdown(['activity', 'people', 'purpose', 'legal basis', 'kept', 'recipients'], activityRows),
    '',
    ...markdown(['column', 'description', 'activity'], columnRows),
  ].join('\n');
}

function markdown(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
