import type { Do } from './acts.ts';
import { banks } from './banks.ts';
import { buyers } from './buyers.ts';
import { clock } from './clock.ts';
import { desk } from './desk.ts';
import { fitting } from './fitting.ts';
import { type Step, stepsOf } from './steps.ts';
import { branchActs } from './tires/branches.ts';
import { changes } from './tires/changes.ts';
import { delays } from './tires/delays.ts';
import { handover } from './tires/handover.ts';
import { lists } from './tires/lists.ts';
import { purchases } from './tires/purchases.ts';
import { returns } from './tires/returns.ts';
import { sales } from './tires/sales.ts';
import { supplierDay } from './tires/supplier-day.ts';

type Acts = Record<string, [weight: number, act: Do]>;

/** The acts of buyers, banks, jobs, employees and suppliers, with their relative frequency. */
const groups = {
  orders: {
    place: [10, buyers.place],
    repeat: [4, buyers.repeat],
    cancel: [3, buyers.cancel],
    placeByPhone: [4, sales.placeByPhone],
    sellAtCounter: [3, sales.sellAtCounter],
    markPaid: [6, desk.markPaid],
    cancelAndRefund: [3, desk.cancelAndRefund],
    erase: [2, desk.erase],
  },
  time: {
    minutes: [5, clock.minutes],
    hours: [5, clock.hours],
    days: [4, clock.days],
    release: [5, clock.release],
    jobs: [8, clock.jobs],
    allAtOnce: [3, clock.allAtOnce],
  },
  money: {
    returnFromBank: [4, buyers.returnFromBank],
    payAgain: [6, buyers.payAgain],
    repeatPayAgain: [2, buyers.repeatPayAgain],
    pay: [12, banks.pay],
    authorize: [4, banks.authorize],
    void: [2, banks.void],
    payLate: [3, banks.payLate],
    abandon: [1, banks.abandon],
    dispute: [1, banks.dispute],
    deliver: [8, banks.deliver],
    deliverAgain: [3, banks.deliverAgain],
    fault: [5, banks.fault],
    settleRefund: [5, banks.settleRefund],
    slowRefunds: [2, banks.slowRefunds],
    poll: [5, clock.poll],
    reconcile: [1, clock.reconcile],
    markPaidByBank: [4, desk.markPaidByBank],
    markPaidInPart: [3, desk.markPaidInPart],
    refundPart: [4, desk.refundPart],
    refundAll: [3, desk.refundAll],
    markRefunded: [2, desk.markRefunded],
    cashDrawer: [2, sales.cashDrawer],
  },
  tires: {
    changeAtDesk: [3, changes.changeAtDesk],
    changeByBuyer: [3, changes.changeByBuyer],
    markReady: [3, desk.markReady],
    undoReady: [2, handover.undoReady],
    complete: [3, handover.complete],
    arrive: [3, handover.arrive],
    handOver: [4, handover.handOver],
    undoHandOver: [3, handover.undoHandOver],
    putAside: [2, handover.putAside],
    takeBack: [3, returns.takeBack],
    swapWarranty: [3, returns.swapWarranty],
    moveApartStock: [3, returns.moveApartStock],
    countStock: [6, branchActs.countStock],
    loseTires: [1, branchActs.loseTires],
    sendTransfer: [4, branchActs.sendTransfer],
    receiveTransfer: [4, branchActs.receiveTransfer],
    missTransfer: [2, branchActs.missTransfer],
    list: [7, lists.list],
    undoList: [2, lists.undoList],
    endOwed: [3, lists.endOwed],
    supplierGetsTires: [2, lists.supplierGetsTires],
    supplierSellsToOthers: [2, lists.supplierSellsToOthers],
    sendPurchases: [7, purchases.sendPurchases],
    resolveUnclear: [3, purchases.resolveUnclear],
    confirmTires: [6, purchases.confirmTires],
    refuseTires: [3, purchases.refuseTires],
    backorderTires: [1, purchases.backorderTires],
    cancelTires: [2, purchases.cancelTires],
    deliverTires: [4, purchases.deliverTires],
    supplierDay: [5, supplierDay],
    handleDelays: [3, delays.handleDelays],
    reportDelay: [2, delays.reportDelay],
    answerDelay: [3, delays.answerDelay],
    takeOtherTires: [2, delays.takeOtherTires],
  },
  fitting: {
    placeFitted: [10, buyers.placeFitted],
    book: [6, fitting.book],
    cancelTime: [2, fitting.cancelTime],
    bookAtDesk: [3, fitting.bookAtDesk],
    bookWalkIn: [2, fitting.bookWalkIn],
    moveAtDesk: [4, fitting.moveAtDesk],
    cancelAtDesk: [1, fitting.cancelAtDesk],
    carArrives: [2, fitting.carArrives],
    fitted: [2, fitting.fitted],
    miss: [4, fitting.miss],
    undoStep: [2, fitting.undoStep],
    block: [3, fitting.block],
    unblock: [2, fitting.unblock],
    remind: [1, fitting.remind],
    tellOfFreed: [1, fitting.tellOfFreed],
  },
} satisfies Record<string, Acts>;

/** Factors by which the theme of a seed multiplies the weights of the groups. */
const themes: Record<Theme, Partial<Record<keyof typeof groups, number>>> = {
  money: { tires: 0.3, fitting: 0.3 },
  tires: { orders: 2, money: 0.1, tires: 2 },
  fitting: { orders: 0.5, money: 0.3, tires: 0.3, fitting: 4 },
};

export type Theme = 'money' | 'tires' | 'fitting';
const themesOfSeeds: readonly Theme[] = ['money', 'money', 'tires', 'fitting', 'tires', 'fitting', 'tires'];
export const themeOf = (seed: number): Theme => themesOfSeeds[seed % themesOfSeeds.length] ?? 'money';

const acts = new Map<string, Do>(
  Object.values<Acts>(groups).flatMap((group) => Object.entries(group).map(([name, [, act]]) => [name, act] as const)),
);

export function stepsOfSeed(seed: number): Step[] {
  const factors = themes[themeOf(seed)];
  const weights = Object.entries<Acts>(groups).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, [weight]]) => {
      const factor = factors[group as keyof typeof groups] ?? 1;
      return [name, Math.max(1, Math.round(weight * factor))] as const;
    }),
  );
  const stepCount = themeOf(seed) === 'money' ? 40 : 60;
  return stepsOf(seed, Object.fromEntries(weights), stepCount);
}

export function actOf({ act }: Step): Do {
  const performer = acts.get(act);
  if (!performer) throw new Error(`there is no act ${act}`);
  return performer;
}
