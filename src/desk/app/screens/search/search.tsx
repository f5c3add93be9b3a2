import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import {
  type Found,
  type FoundBooking,
  type FoundOrder,
  type FoundTire,
  firstHit,
  maxFound,
} from '../../../../shop/desk/search.ts';
import { openStatuses } from '../../../../shop/order/order.ts';
import { useBranch } from '../../client/branch.tsx';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { useMayStart } from '../../client/use-may-start.ts';
import { buttonClass } from '../../ui/button.tsx';
import { tallinnDay, useFormat } from '../../ui/format.ts';
import { OrderRow } from '../../ui/order/order-row.tsx';
import { ListPanel, Panel, WhenLoaded } from '../../ui/parts.tsx';
import { Screen } from '../../ui/screen.tsx';

/** Returns the order number of a scanned URL (`https://…/o/R26-ABC`, on labels); other text unchanged. */
const withoutUrl = (text: string) => /\/o\/(R\d\d-\w+)/i.exec(text)?.[1] ?? text;

function pathOf(hit: NonNullable<ReturnType<typeof firstHit>>): string {
  if (hit.kind === 'order') return `/o/${hit.number}`;
  return hit.kind === 'tire' ? `/tires/${hit.id}` : `/purchases/${hit.number}`;
}

const resultCount = ({ orders, tires, purchases, bookings }: Found) =>
  orders.length + tires.length + purchases.length + bookings.length;

/** With `open=1` in the URL, as after Enter or a scan, the screen opens an exact match or the only result at once. */
export default function Search() {
  const t = useTexts('search');
  const { branch } = useBranch();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const text = withoutUrl(parameters.get('text') ?? '');
  const query = useLiveQuery<Found>(text ? `/api/search?${new URLSearchParams({ text })}` : null, [
    'orders',
    'fitting',
    'stock',
  ]);
  const mayOpenResult = parameters.get('open') === '1';
  useEffect(() => {
    const results = query.data;
    if (!mayOpenResult || !results || query.isFetching) return;
    const hit = firstHit(results);
    // `firstHit` prefers exact matches. Tires of different years can have one EAN; then the employee chooses.
    const hasExactTire = results.tires.length === 1 && results.tires[0]?.exact;
    const hasExactOrderOrTire = results.orders[0]?.exact || hasExactTire;
    if (hit && (hasExactOrderOrTire || resultCount(results) === 1)) void navigate(pathOf(hit), { replace: true });
  }, [mayOpenResult, query.data, query.isFetching, navigate]);
  return (
    <Screen title={t('title', { text })}>
      <WhenLoaded query={query}>
        {(results) => (
          <>
            {resultCount(results) === 0 && <p className="text-l">{t('nothing')}</p>}
            {results.orders.length > 0 && (
              <ListPanel title={t('orders')} rows={sortedOrders(results.orders, branch)}>
                {(order) => <OrderRow key={order.number} order={order} />}
              </ListPanel>
            )}
            {results.bookings.length > 0 && <Bookings rows={results.bookings} />}
            {results.tires.length > 0 && (
              <Panel title={t('tires')} count={results.tires.length}>
                <ul>
                  {results.tires.map((tire) => (
                    <TireRow key={tire.id} tire={tire} />
                  ))}
                </ul>
                {results.tires.length === maxFound && (
                  <p className="mt-2 text-quiet">{t('more', { count: maxFound })}</p>
                )}
              </Panel>
            )}
            {results.purchases.length > 0 && (
              <ListPanel title={t('purchases')} rows={results.purchases}>
                {({ number, supplier }) => (
                  <li key={number}>
                    <Link
                      data-row
                      to={`/purchases/${number}`}
                      className="flex min-h-12 items-center gap-3 hover:underline"
                    >
                      <span className="number font-semibold">{number}</span> {supplier}
                    </Link>
                  </li>
                )}
              </ListPanel>
            )}
          </>
        )}
      </WhenLoaded>
    </Screen>
  );
}

function Bookings({ rows }: { rows: readonly FoundBooking[] }) {
  const t = useTexts('search');
  const fittingTexts = useTexts('fittingTime');
  const { dayAndTime, branchName } = useFormat();
  const { setBranch } = useBranch();
  return (
    <ListPanel title={t('bookings')} rows={rows}>
      {({ id, at, bay, state, name, phone, plate, branch: bookingBranch }) => (
        <li key={id} className="border-t border-line first:border-t-0">
          <Link
            data-row
            to={`/calendar?day=${tallinnDay(at)}&open=${id}`}
            // The calendar shows the bookings of the chosen branch.
            onClick={() => setBranch(bookingBranch)}
            className="flex min-h-12 flex-wrap items-center gap-x-4 py-2 hover:underline"
          >
            <span className="number font-semibold">{dayAndTime(at)}</span>
            <span>
              {branchName(bookingBranch)}, {fittingTexts('bay', { bay })}
            </span>
            {plate && <span className="number rounded-sm border border-edge px-1 text-s">{plate}</span>}
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <span className="number">{phone}</span>
            <span className="text-s text-quiet">{fittingTexts(`state.${state}`)}</span>
          </Link>
        </li>
      )}
    </ListPanel>
  );
}

/** Sorts exact matches first, then open orders, then orders of `branch`. */
const sortedOrders = (orders: FoundOrder[], branch: string) =>
  orders.toSorted(
    (a, b) =>
      Number(b.exact) - Number(a.exact) ||
      Number(openStatuses.includes(b.status)) - Number(openStatuses.includes(a.status)) ||
      Number(b.branch === branch) - Number(a.branch === branch),
  );

function TireRow({ tire }: { tire: FoundTire }) {
  const t = useTexts('search');
  const actName = useTexts('acts');
  const mayStart = useMayStart();
  const { money, branchName } = useFormat();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <Link
        data-row
        to={`/tires/${tire.id}`}
        className="grid min-h-12 min-w-0 flex-1 basis-64 content-center hover:underline"
      >
        <span className="font-semibold">
          {tire.manufacturer} {tire.model} <span className="number inline-block font-normal">{tire.size}</span>
        </span>
        <span className="flex flex-wrap gap-x-4 text-s">
          {tire.branches.map(({ branch: id, free }) => (
            <span key={id} className="number">
              {branchName(id)}: {free}
            </span>
          ))}
          {tire.suppliers.map(({ supplier, free, leadDays }) => (
            <span key={supplier} className="number">
              {t('supplier', { supplier, free, days: leadDays })}
            </span>
          ))}
        </span>
      </Link>
      <span className="number text-l font-semibold">{money(tire.priceCents)}</span>
      {mayStart('sell') && (
        <Link to={`/sell?tire=${tire.id}`} className={buttonClass()}>
          {actName('sell')}
        </Link>
      )}
    </li>
  );
}
