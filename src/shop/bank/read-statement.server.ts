import { createHash } from 'node:crypto';
import { isDay } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { maxStatementBytes, type StatementEntry, type StatementResult } from './statement.ts';
import {
  elementsAt,
  firstTextAt,
  parseXml,
  RefusedStatement,
  refuse,
  type StatementElement,
} from './xml-tree.server.ts';

const maxTextLength = 500;

const statementPath = 'Document/BkToCstmrStmt/Stmt';
const statementDepth = statementPath.split('/').length;

/** Reads a statement in any version of camt.053 (ISO 20022), which may cover several accounts. */
export function readStatement(bytes: Uint8Array): StatementResult {
  try {
    return { ok: true, ...entriesOf(decodeXml(bytes)) };
  } catch (error) {
    if (!(error instanceof RefusedStatement)) throw error;
    return { ok: false, ...error.refusal };
  }
}

function decodeXml(bytes: Uint8Array): string {
  if (bytes.length > maxStatementBytes) refuse('too-large');
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    // RangeError: the encoding is unknown. TypeError: the bytes are not valid in it.
    if (error instanceof RangeError || error instanceof TypeError) return refuse('encoding');
    throw error;
  }
}

function entriesOf(text: string): { accounts: string[]; entries: StatementEntry[] } {
  const accounts = new Set<string>();
  const entries: StatementEntry[] = [];
  const countByHash = new Map<string, number>();
  let isStatement = false;
  let account = '';
  let statementId = '';
  parseXml(text, (element, ancestors) => {
    const path = [...ancestors, element.name].join('/');
    if (!path.startsWith('Document/BkToCstmrStmt')) {
      // The root may end only after the statement that it must contain.
      if (ancestors.length === 0 && !(isStatement && path === 'Document')) refuse('not-a-statement');
      return 'drop';
    }
    isStatement = true;
    if (path === `${statementPath}/Id`) statementId = element.text;
    if (path === `${statementPath}/Acct`) {
      account = (firstTextAt(element, 'Id/IBAN') ?? '').replaceAll(/\s/g, '').toUpperCase();
      accounts.add(account);
    }
    if (path === statementPath) [account, statementId] = ['', ''];
    // Elements come at their end, so the descendants of `Acct` and `Ntry` are kept until then.
    const isKeptForParent = ancestors.length > statementDepth;
    if (path !== `${statementPath}/Ntry`) return isKeptForParent ? 'keep' : 'drop';
    entries.push(...transactionsOf(element, account, createRepeatCounter(countByHash, `${account} ${statementId}`)));
    return 'drop';
  });
  if (!isStatement) refuse('not-a-statement');
  return { accounts: [...accounts].filter((iban) => iban !== ''), entries };
}

/** Returns a function that appends to a hash how often it came before in the statement, so that equal payments of a day stay two entries. */
function createRepeatCounter(countByHash: Map<string, number>, statementKey: string) {
  return (hash: string): string => {
    const key = `${statementKey} ${hash}`;
    const earlierCount = countByHash.get(key) ?? 0;
    countByHash.set(key, earlierCount + 1);
    return `${hash}-${earlierCount}`;
  };
}

function transactionsOf(
  entry: StatementElement,
  account: string,
  withRepeatCount: (hash: string) => string,
): StatementEntry[] {
  const details = elementsAt(entry, 'NtryDtls/TxDtls');
  const amount = amountOf(elementsAt(entry, 'Amt')[0]);
  if (!amount) return refuse('malformed', 'an entry without an amount');
  const onlyDetail = details.length === 1 ? details[0] : undefined;
  const wholeEntry = entryOf(entry, onlyDetail, account, amount);
  const id = firstTextAt(entry, 'AcctSvcrRef') ?? firstTextAt(onlyDetail, 'Refs/AcctSvcrRef');
  const { bookedOn, direction, isReversal, amountCents, payerIban, text } = wholeEntry;
  const content = [bookedOn, direction, isReversal, amountCents, payerIban, text, wholeEntry.references];
  const bankId = id ?? withRepeatCount(createHash('sha256').update(JSON.stringify(content)).digest('hex'));
  const parts = details.map((detail) => ({
    detail,
    amount: amountOf(elementsAt(detail, 'Amt')[0] ?? elementsAt(detail, 'AmtDtls/TxAmt/Amt')[0]),
  }));
  const sum = parts.reduce((total, part) => total + (part.amount?.cents ?? 0), 0);
  const isDivided =
    parts.length > 1 &&
    sum === amount.cents &&
    parts.every((part) => part.amount && part.amount.currency === amount.currency);
  // If the parts do not add up to the entry, such as in a batch without amounts, an employee must assign the whole entry.
  if (!isDivided)
    return [{ ...wholeEntry, bankId, transactionIds: [...new Set([bankId, ...wholeEntry.transactionIds])] }];
  return parts.map((part, index) => {
    const transaction = entryOf(entry, part.detail, account, part.amount ?? amount);
    const partId = `${bankId}/${index + 1}`;
    return {
      ...transaction,
      bankId: partId,
      transactionIds: [partId, ...transaction.transactionIds.filter((ref) => ref !== bankId)],
    };
  });
}

type Amount = { cents: Cents; currency: string };

function entryOf(
  entry: StatementElement,
  detail: StatementElement | undefined,
  account: string,
  amount: Amount,
): Omit<StatementEntry, 'bankId'> {
  const indicator = firstTextAt(entry, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    return refuse('malformed', 'an entry that is neither credit nor debit');
  const bookedOn = firstTextAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')?.slice(0, 10) ?? '';
  const isBooked = firstTextAt(entry, 'Sts/Cd', 'Sts') === 'BOOK';
  if (isBooked && !isDay(bookedOn)) return refuse('malformed', 'a booked entry without a day');
  const isReversal = /^(true|1)$/.test(firstTextAt(entry, 'RvslInd') ?? '');
  // A reversal repeats the parties of the transaction that it reverses.
  const shopWasPaid = indicator === (isReversal ? 'DBIT' : 'CRDT');
  const otherParty = shopWasPaid ? 'Dbtr' : 'Cdtr';
  const iban = firstTextAt(detail, `RltdPties/${otherParty}Acct/Id/IBAN`);
  const texts = elementsAt(detail, 'RmtInf/Ustrd').map((element) => element.text);
  const text = texts.join(' ') || (firstTextAt(detail, 'AddtlTxInf') ?? firstTextAt(entry, 'AddtlNtryInf') ?? '');
  return {
    account,
    transactionIds: transactionIdsOf(entry, detail),
    currency: amount.currency,
    isBooked,
    direction: indicator === 'CRDT' ? 'credit' : 'debit',
    isReversal,
    bookedOn,
    amountCents: amount.cents,
    payerName: shorten(firstTextAt(detail, `RltdPties/${otherParty}/Nm`, `RltdPties/${otherParty}/Pty/Nm`)),
    payerIban: shorten(iban?.replaceAll(/\s/g, '').toUpperCase() ?? null),
    references: elementsAt(detail, 'RmtInf/Strd/CdtrRefInf/Ref')
      .map((element) => element.text.slice(0, maxTextLength))
      .filter((reference) => reference !== ''),
    text: text.slice(0, maxTextLength),
  };
}

function shorten(text: string | null): string | null {
  return text === null ? null : text.slice(0, maxTextLength);
}

/** Banks write NOTPROVIDED if the payer gave no id. */
function transactionIdsOf(entry: StatementElement, detail: StatementElement | undefined): string[] {
  const ids = [
    firstTextAt(entry, 'AcctSvcrRef'),
    ...['AcctSvcrRef', 'TxId', 'EndToEndId', 'InstrId'].map((name) => firstTextAt(detail, `Refs/${name}`)),
  ];
  return [...new Set(ids.filter((id) => id !== null && !/^not ?(provided|available)$/i.test(id)))] as string[];
}

/** Returns null without an element. Accepts more than two decimals only if the further ones are zeros. */
function amountOf(element: StatementElement | undefined): Amount | null {
  if (!element) return null;
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2})0{0,3})?$/.exec(element.text) ?? [];
  if (whole === '' || element.currency === null) return refuse('malformed', `the amount ${element.text.slice(0, 30)}`);
  return { cents: Number(whole) * 100 + Number(decimals.padEnd(2, '0')), currency: element.currency };
}
