import { hash } from 'node:crypto';
import { isDay } from '../calendar.ts';
import { type Cents, sumCents } from '../money.ts';
import { elementsAt, parseXml, UnreadableXml, type XmlElement } from '../parse-xml.server.ts';
import {
  isSameEntry,
  maxStatementBytes,
  type StatementEntry,
  type StatementRefusal,
  type StatementResult,
} from './statement.ts';

const maxTextLength = 500;

class RefusedStatement extends Error {
  readonly refusal: StatementRefusal;

  constructor(refusal: StatementRefusal) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

function refuse(reason: StatementRefusal['reason'], detail?: string): never {
  throw new RefusedStatement({ reason, ...(detail !== undefined && { detail }) });
}

/** Reads a statement in any version of camt.053 (ISO 20022), which may cover several accounts. */
export function readStatement(bytes: Uint8Array): StatementResult {
  try {
    return { ok: true, ...entriesOf(parseStatement(decodeXml(bytes))) };
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
    const isUnknownEncoding = error instanceof RangeError;
    const areBytesInvalid = error instanceof TypeError;
    if (isUnknownEncoding || areBytesInvalid) return refuse('encoding');
    throw error;
  }
}

function parseStatement(text: string): XmlElement {
  try {
    return parseXml(text, { maxElements: 500_000, maxDepth: 40 });
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    if (error.reason === 'document-type') return refuse('document-type');
    if (error.reason === 'too-large') return refuse('malformed', 'more elements or levels than a statement has');
    return refuse('malformed', error.message.split('\n').slice(0, 2).join(', '));
  }
}

function entriesOf(document: XmlElement): { accounts: string[]; entries: StatementEntry[] } {
  const hasOtherRoot = document.children.some(({ name }) => name !== 'Document');
  if (hasOtherRoot || elementsAt(document, 'Document/BkToCstmrStmt').length === 0) refuse('not-a-statement');
  const accounts = new Set<string>();
  const entries: StatementEntry[] = [];
  const countByHash = new Map<string, number>();
  const entriesById = new Map<string, Omit<StatementEntry, 'earlierRepeats'>[]>();
  for (const statement of elementsAt(document, 'Document/BkToCstmrStmt/Stmt')) {
    const account = (firstTextAt(statement, 'Acct/Id/IBAN') ?? '').replaceAll(/\s/g, '').toUpperCase();
    if (account !== '') accounts.add(account);
    const statementKey = `${account} ${firstTextAt(statement, 'Id') ?? ''}`;
    const countEarlierHashes = createHashCounter(countByHash, statementKey);
    for (const element of elementsAt(statement, 'Ntry')) {
      for (const transaction of transactionsOf(element, countEarlierHashes)) {
        const key = `${statementKey} ${transaction.entryId}`;
        const earlierEntries = entriesById.get(key) ?? [];
        const entry = { account, ...transaction };
        const earlierRepeats = earlierEntries.filter((other) => isSameEntry(other, entry)).length;
        entriesById.set(key, [...earlierEntries, entry]);
        entries.push({ ...entry, earlierRepeats });
      }
    }
  }
  return { accounts: [...accounts], entries };
}

/** For entries without an id: the returned function counts how often a hash came before, so that equal payments of a day stay two entries. */
function createHashCounter(countByHash: Map<string, number>, statementKey: string) {
  return (hash: string): number => {
    const key = `${statementKey} ${hash}`;
    const earlierCount = countByHash.get(key) ?? 0;
    countByHash.set(key, earlierCount + 1);
    return earlierCount;
  };
}

type Transaction = Omit<StatementEntry, 'account' | 'earlierRepeats'>;

type Facts = Omit<Transaction, 'entryId' | 'bankId'>;

function transactionsOf(entry: XmlElement, countEarlierHashes: (hash: string) => number): Transaction[] {
  const details = elementsAt(entry, 'NtryDtls/TxDtls');
  const amount = amountAt(entry, 'Amt');
  if (!amount) return refuse('malformed', 'an entry without an amount');
  const onlyDetail = details.length === 1 ? details[0] : undefined;
  const wholeEntry = transactionOf(entry, onlyDetail, amount);
  const id = firstTextAt(entry, 'AcctSvcrRef') ?? firstTextAt(onlyDetail, 'Refs/AcctSvcrRef');
  const entryId = id ?? hashOf(wholeEntry, countEarlierHashes);
  const identified = (transaction: Facts, bankId: string): Transaction => {
    const otherIds = transaction.transactionIds.filter((transactionId) => transactionId !== entryId);
    return { ...transaction, entryId, bankId, transactionIds: [bankId, ...otherIds] };
  };
  const partAmounts = details.map((detail) => amountAt(detail, 'Amt', 'AmtDtls/TxAmt/Amt'));
  const isDivided =
    details.length > 1 &&
    partAmounts.every((part) => part?.currency === amount.currency) &&
    sumCents(partAmounts, (part) => part?.cents ?? 0) === amount.cents;
  // If the parts have no amounts or do not add up to the entry, an employee must assign the whole entry.
  if (!isDivided) return [identified(wholeEntry, entryId)];
  return details.map((detail, index) =>
    identified(transactionOf(entry, detail, partAmounts[index] ?? amount), `${entryId}/${index + 1}`),
  );
}

function hashOf(entry: Facts, countEarlierHashes: (hash: string) => number): string {
  const { bookedOn, direction, isReversal, amountCents, payerIban, text, references } = entry;
  const content = [bookedOn, direction, isReversal, amountCents, payerIban, text, references];
  const contentHash = hash('sha256', JSON.stringify(content));
  return `${contentHash}-${countEarlierHashes(contentHash)}`;
}

type Amount = { cents: Cents; currency: string };

function transactionOf(entry: XmlElement, detail: XmlElement | undefined, amount: Amount): Facts {
  const indicator = firstTextAt(entry, 'CdtDbtInd');
  if (indicator !== 'CRDT' && indicator !== 'DBIT')
    return refuse('malformed', 'an entry that is neither credit nor debit');
  const bookedOn = firstTextAt(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')?.slice(0, 10) ?? '';
  const isBooked = firstTextAt(entry, 'Sts/Cd', 'Sts') === 'BOOK';
  if (isBooked && !isDay(bookedOn)) return refuse('malformed', 'a booked entry without a day');
  const isReversal = /^(true|1)$/.test(firstTextAt(entry, 'RvslInd') ?? '');
  // A reversal repeats the parties of the reversed transaction: a debit that reverses a credit states who paid the shop.
  const shopWasPaid = indicator === (isReversal ? 'DBIT' : 'CRDT');
  const otherParty = shopWasPaid ? 'Dbtr' : 'Cdtr';
  const iban = firstTextAt(detail, `RltdPties/${otherParty}Acct/Id/IBAN`);
  const texts = elementsAt(detail, 'RmtInf/Ustrd').map((element) => element.text);
  const text = texts.join(' ') || (firstTextAt(detail, 'AddtlTxInf') ?? firstTextAt(entry, 'AddtlNtryInf') ?? '');
  return {
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
  return text?.slice(0, maxTextLength) ?? null;
}

/** Banks write NOTPROVIDED in place of an id that was not given. */
const notProvided = /^not ?(provided|available)$/i;

function transactionIdsOf(entry: XmlElement, detail: XmlElement | undefined): string[] {
  const ids = [
    firstTextAt(entry, 'AcctSvcrRef'),
    ...['AcctSvcrRef', 'TxId', 'EndToEndId', 'InstrId'].map((name) => firstTextAt(detail, `Refs/${name}`)),
  ];
  return [...new Set(ids.filter((id) => id !== null && !notProvided.test(id)))] as string[];
}

/** Returns the first amount at the paths, or null. Decimals after the second must be zeros. */
function amountAt(parent: XmlElement, ...paths: string[]): Amount | null {
  const [element] = paths.flatMap((path) => elementsAt(parent, path));
  if (!element) return null;
  const currency = element.attributes.Ccy;
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:\.(\d{1,2})0{0,3})?$/.exec(element.text) ?? [];
  if (whole === '' || currency === undefined) return refuse('malformed', `the amount ${element.text.slice(0, 30)}`);
  return { cents: Number(whole) * 100 + Number(decimals.padEnd(2, '0')), currency };
}

/** Returns the first text at the paths that is not empty. A path has local names, such as `Refs/EndToEndId`. */
function firstTextAt(element: XmlElement | undefined, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = elementsAt(element, path).find((candidate) => candidate.text !== '')?.text;
    if (text !== undefined) return text;
  }
  return null;
}
