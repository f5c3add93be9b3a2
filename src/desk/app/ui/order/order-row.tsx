import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OrderAct } from '../../../../shop/desk/order/order-act.ts';
import type { DeskOrderRow } from '../../../../shop/desk/today.ts';
import type { Act } from '../../../../shop/staff/acts.ts';
import { useBranch } from '../../client/branch.tsx';
import { useTexts } from '../../client/texts.tsx';
import { useMayStart } from '../../client/use-may-start.ts';
import { buttonClass } from '../button.tsx';
import { useFormat } from '../format.ts';
import { State } from '../parts.tsx';

/** `act`: its name in the API. `isButton`: a button sends it, without a form. `screen`: the screen with its form. With neither, the order's own screen has the form. */
type ActAtDesk = { act: Act; screen?: string; isButton?: true; movesMoney?: true; isDangerous?: true };

export const actsAtDesk: Record<OrderAct, ActAtDesk> = {
  'paid-cash': { act: 'mark-paid', screen: 'hand-over' },
  'paid-card': { act: 'mark-paid', screen: 'hand-over' },
  arrived: { act: 'arrived', isButton: true },
  'did-not-come': { act: 'did-not-come' },
  'put-aside': { act: 'put-aside', screen: 'put-aside' },
  ready: { act: 'mark-ready', isButton: true },
  'undo-ready': { act: 'undo-ready', isButton: true },
  'hand-over': { act: 'hand-over', screen: 'hand-over' },
  'undo-hand-over': { act: 'undo-hand-over', isButton: true },
  // `all`: also tires that nobody has booked as arrived.
  complete: { act: 'hand-over', screen: 'hand-over?all=1' },
  cancel: { act: 'cancel-unpaid', isButton: true, movesMoney: true, isDangerous: true },
  change: { act: 'preview-change', screen: 'change' },
  swap: { act: 'swap-tires', screen: 'change' },
  'take-back': { act: 'take-back', screen: 'return' },
  'swap-warranty': { act: 'swap-warranty', screen: 'warranty' },
  refund: { act: 'refund', screen: 'refund' },
  'answer-delay': { act: 'answer-delay', screen: 'delay' },
  'resolve-review': { act: 'accept-review', isButton: true, movesMoney: true },
  note: { act: 'note' },
};

export function pathOfAct(number: string, act: OrderAct): string {
  const { screen } = actsAtDesk[act];
  return `/o/${number}${screen ? `/${screen}` : ''}`;
}

export function useMayStartOrderAct(): (act: OrderAct) => boolean {
  const mayStart = useMayStart();
  return (act) => mayStart(actsAtDesk[act].act);
}

export function TiresState({
  tires,
  isShort = false,
}: Pick<DeskOrderRow, 'tires'> & { isShort?: boolean | undefined }) {
  const t = useTexts('order');
  const texts = isShort ? 'shortTires' : 'tires';
  const { state, here, coming, missing } = tires;
  const remaining = here + coming + missing;
  if (remaining === 0) return tires.handedOver > 0 ? <State tone="quiet">{t('tires.withBuyer')}</State> : null;
  if (state === 'here') return <State tone="good">{t('tires.here')}</State>;
  if (missing > 0) return <State tone="bad">{t(`${texts}.missing`, { count: missing })}</State>;
  return state === 'partly' ? (
    <State tone="warn">{t(`${texts}.partly`, { here, all: remaining })}</State>
  ) : (
    <State tone="quiet">{t(`${texts}.coming`)}</State>
  );
}

export function MoneyState({ money }: Pick<DeskOrderRow, 'money'>) {
  const t = useTexts('order');
  const format = useFormat();
  if (money.onCredit) return <State tone="quiet">{t('money.onCredit')}</State>;
  if (money.paid) return <State tone="good">{t('money.paid')}</State>;
  // A cancelled order that was not paid.
  if (money.dueCents === 0) return null;
  return <State tone="warn">{t('money.due', { amount: format.money(money.dueCents) })}</State>;
}

function FittingAt({ order: { fitting } }: { order: DeskOrderRow }) {
  const t = useTexts('today');
  const { time } = useFormat();
  if (fitting?.state !== 'booked' && fitting?.state !== 'arrived') return null;
  return <span className="font-semibold">{t('fittingAt', { time: time(fitting.at) })}</span>;
}

export function OrderRow({ order, note, action }: { order: DeskOrderRow; note?: ReactNode; action?: ReactNode }) {
  const actName = useTexts('acts');
  const mayStart = useMayStartOrderAct();
  const { branch: shownBranch } = useBranch();
  const { branchName } = useFormat();
  const { number, name, phone, plate, shelf, nextAct } = order;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <Link
        data-row
        to={`/o/${number}`}
        className="grid min-h-12 min-w-0 flex-1 basis-64 content-center rounded-md hover:underline"
      >
        <span className="flex flex-wrap items-baseline gap-x-3">
          <span className="number font-semibold">{number}</span>
          <span className="min-w-0 truncate">{name || phone}</span>
          {plate && <span className="number rounded-sm border border-edge px-1 text-s">{plate}</span>}
          {shelf && order.tires.here > 0 && <span className="text-s text-quiet">{shelf}</span>}
          {order.branch !== shownBranch && <span className="text-s font-semibold">{branchName(order.branch)}</span>}
        </span>
        <span className="flex flex-wrap gap-x-4 text-s">
          <TiresState tires={order.tires} />
          <MoneyState money={order.money} />
          <FittingAt order={order} />
          {note}
        </span>
      </Link>
      {action ??
        (nextAct && mayStart(nextAct) && (
          <Link to={pathOfAct(number, nextAct)} className={buttonClass()}>
            {actName(nextAct)}
          </Link>
        ))}
    </li>
  );
}
