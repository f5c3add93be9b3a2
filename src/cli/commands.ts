import { bankAssign, bankIgnore } from './bank/assign.ts';
import { bankImport } from './bank/import.ts';
import { bankList } from './bank/list.ts';
import { booksClose } from './books/close.ts';
import { booksExport } from './books/export.ts';
import { booksFee } from './books/fee.ts';
import { booksPush } from './books/push.ts';
import { booksReport } from './books/report.ts';
import { cashCount, cashIn, cashOpen, cashOut, cashShow } from './cash/cash.ts';
import { eprel, imports, pictures, prices, suppliers, vehicles } from './catalogue-commands.ts';
import type { Command, CommandGroup } from './command.ts';
import { archive } from './database/archive.ts';
import { backupCommand } from './database/backup.ts';
import { restoreCommand } from './database/restore.ts';
import { deskInvite, deskPeople, deskRevoke, deskSessions, deskSignOut } from './desk/people.ts';
import { deskStation } from './desk/station.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { documentsBackfill } from './documents/backfill.ts';
import { documentsCompany } from './documents/company.ts';
import { documentsCredit } from './documents/credit.ts';
import { documentsList } from './documents/list.ts';
import { documentsSend } from './documents/send.ts';
import { documentsShow } from './documents/show.ts';
import { findings } from './findings/findings.ts';
import { fittingBlock, fittingBlocks, fittingUnblock } from './fitting/blocks.ts';
import { fittingBook, fittingCancel, fittingMove } from './fitting/change.ts';
import { fittingList } from './fitting/list.ts';
import { importCommand } from './imports/import.ts';
import { jobsList } from './jobs/list.ts';
import { jobsRetry } from './jobs/retry.ts';
import { ordersCancel } from './orders/cancel.ts';
import { ordersChange } from './orders/change/change.ts';
import { ordersDelay } from './orders/change/delay.ts';
import { ordersComplete } from './orders/complete.ts';
import {
  ordersArrived,
  ordersHandOver,
  ordersPutAside,
  ordersUndoHandOver,
  ordersUndoReady,
} from './orders/count-tires.ts';
import { ordersExport } from './orders/export.ts';
import { ordersHandled } from './orders/handled.ts';
import { ordersList } from './orders/list.ts';
import { ordersOnCredit } from './orders/money/on-credit.ts';
import { ordersPaid } from './orders/money/paid.ts';
import { ordersRefund } from './orders/money/refund.ts';
import { ordersRefunded } from './orders/money/refunded.ts';
import { ordersSync } from './orders/money/sync.ts';
import { ordersPhone } from './orders/phone.ts';
import { ordersReady } from './orders/ready.ts';
import { ordersSwapWarranty } from './orders/returns/swap-warranty.ts';
import { ordersTakeBack } from './orders/returns/take-back.ts';
import { ordersReviewed } from './orders/reviewed.ts';
import { ordersSell } from './orders/sell.ts';
import { ordersShow } from './orders/show.ts';
import { ordersWithdrawals } from './orders/withdrawals.ts';
import { privacyErase } from './privacy/erase.ts';
import { privacyExport } from './privacy/export.ts';
import { purchasesAsk, purchasesExchange, purchasesGiveUp } from './purchases/ask.ts';
import { purchasesBackorder } from './purchases/backorder.ts';
import { purchasesCancel } from './purchases/cancel.ts';
import { purchasesConfirm, purchasesRefuse } from './purchases/confirm.ts';
import { purchasesList } from './purchases/list.ts';
import { purchasesReceive } from './purchases/receive.ts';
import { purchasesSend, purchasesSent } from './purchases/send.ts';
import { purchasesShow } from './purchases/show.ts';
import { stockApart } from './stock/apart.ts';
import { stockAdjust, stockSet } from './stock/change.ts';
import { stockCheck } from './stock/check.ts';
import { stockShow } from './stock/show.ts';
import { transfersArrived, transfersMissing, transfersSent } from './transfers/change.ts';
import { transfersList } from './transfers/list.ts';

const orders: CommandGroup = {
  summary: 'Orders, their payments and refunds.',
  commands: {
    list: ordersList,
    show: ordersShow,
    sell: ordersSell,
    phone: ordersPhone,
    paid: ordersPaid,
    'on-credit': ordersOnCredit,
    ready: ordersReady,
    'undo-ready': ordersUndoReady,
    arrived: ordersArrived,
    'put-aside': ordersPutAside,
    'hand-over': ordersHandOver,
    'undo-hand-over': ordersUndoHandOver,
    complete: ordersComplete,
    change: ordersChange,
    delay: ordersDelay,
    'take-back': ordersTakeBack,
    'swap-warranty': ordersSwapWarranty,
    cancel: ordersCancel,
    refund: ordersRefund,
    refunded: ordersRefunded,
    reviewed: ordersReviewed,
    sync: ordersSync,
    withdrawals: ordersWithdrawals,
    handled: ordersHandled,
    export: ordersExport,
  },
};

const stock: CommandGroup = {
  summary: 'Stock at branches and suppliers.',
  commands: { show: stockShow, set: stockSet, adjust: stockAdjust, apart: stockApart, check: stockCheck },
};

const transfers: CommandGroup = {
  summary: 'Tires that one branch sends to another for an order.',
  commands: { list: transfersList, sent: transfersSent, arrived: transfersArrived, missing: transfersMissing },
};

const purchases: CommandGroup = {
  summary: 'Purchases from suppliers: sending, answers, deliveries.',
  commands: {
    list: purchasesList,
    show: purchasesShow,
    send: purchasesSend,
    sent: purchasesSent,
    ask: purchasesAsk,
    exchange: purchasesExchange,
    'give-up': purchasesGiveUp,
    confirm: purchasesConfirm,
    backorder: purchasesBackorder,
    refuse: purchasesRefuse,
    cancel: purchasesCancel,
    receive: purchasesReceive,
  },
};

const fitting: CommandGroup = {
  summary: 'Fitting bookings, and blocked or extra hours of the bays.',
  commands: {
    list: fittingList,
    book: fittingBook,
    move: fittingMove,
    free: fittingCancel,
    block: fittingBlock,
    unblock: fittingUnblock,
    blocks: fittingBlocks,
  },
};

const books: CommandGroup = {
  summary: 'The books of a month, for the accountant.',
  commands: { report: booksReport, export: booksExport, fee: booksFee, push: booksPush, close: booksClose },
};
const cash: CommandGroup = {
  summary: 'Cash drawers of the branches.',
  commands: { open: cashOpen, in: cashIn, out: cashOut, count: cashCount, show: cashShow },
};
const documents: CommandGroup = {
  summary: 'Invoices, credit notes and receipts.',
  commands: {
    list: documentsList,
    show: documentsShow,
    send: documentsSend,
    credit: documentsCredit,
    company: documentsCompany,
    backfill: documentsBackfill,
  },
};
const bank: CommandGroup = {
  summary: 'Bank statements, and money that is not booked for an order.',
  commands: { import: bankImport, list: bankList, assign: bankAssign, ignore: bankIgnore },
};
const desk: CommandGroup = {
  summary: 'People who may sign in at the desk, and their devices.',
  commands: {
    invite: deskInvite,
    people: deskPeople,
    revoke: deskRevoke,
    sessions: deskSessions,
    'sign-out': deskSignOut,
    station: deskStation,
  },
};
const jobs: CommandGroup = {
  summary: 'Background jobs, such as mails and refunds.',
  commands: { list: jobsList, retry: jobsRetry },
};
const privacy: CommandGroup = {
  summary: 'Exports and erases the data of one person.',
  commands: { export: privacyExport, erase: privacyErase },
};

export const commands: Record<string, Command | CommandGroup> = {
  import: importCommand,
  imports,
  prices,
  pictures,
  eprel,
  vehicles,
  suppliers,
  orders,
  stock,
  transfers,
  purchases,
  fitting,
  cash,
  documents,
  books,
  bank,
  desk,
  jobs,
  findings,
  backup: backupCommand,
  archive,
  restore: restoreCommand,
  doctor: doctorCommand,
  privacy,
};
