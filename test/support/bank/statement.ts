export const ownAccount = 'EE382200221020145685';

type Transaction = {
  amount?: string;
  payer?: string;
  iban?: string;
  reference?: string;
  text?: string;
  endToEnd?: string;
};

type Entry = Transaction & {
  id?: string | null;
  direction?: 'CRDT' | 'DBIT';
  reversal?: boolean;
  status?: string;
  day?: string;
  currency?: string;
  /** Several transactions in one entry. */
  parts?: Transaction[];
};

type Statement = { version?: '02' | '08'; encoding?: string; account?: string; prefix?: string };

/** Returns a made-up statement file in the format of Swedbank and SEB (camt.053.001.02) or LHV (.08). */
export function statementOf(entries: Entry[], options: Statement = {}): string {
  const { version = '02', encoding = 'UTF-8', prefix = '' } = options;
  const colon = prefix === '' ? '' : `${prefix}:`;
  const namespace = `xmlns${prefix === '' ? '' : `:${prefix}`}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"`;
  const xml = `<Document ${namespace}><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>${stmtOf(entries, options)}</BkToCstmrStmt></Document>`;
  return `<?xml version="1.0" encoding="${encoding}"?>\n${xml.replaceAll(/<(\/?)(?=\w)/g, `<$1${colon}`)}`;
}

/** Returns one `Stmt` element of a file. */
export function stmtOf(entries: Entry[], { version = '02', account = ownAccount }: Statement = {}): string {
  return `<Stmt><Id>S-1</Id><CreDtTm>2026-11-21T08:00:00</CreDtTm><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${entries.map((entry) => ntry(entry, version)).join('\n')}</Stmt>`;
}

function ntry(entry: Entry, version: string): string {
  const {
    id,
    amount = '319.56',
    currency = 'EUR',
    direction = 'CRDT',
    reversal,
    status = 'BOOK',
    day = '2026-11-20',
  } = entry;
  const state = version === '02' ? status : `<Cd>${status}</Cd>`;
  const parts = entry.parts ?? [entry];
  return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reversal ? '<RvslInd>true</RvslInd>' : ''}
    <Sts>${state}</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${id === null ? '' : `<AcctSvcrRef>${id ?? '2026112000001'}</AcctSvcrRef>`}
    <NtryDtls>${parts.map((part) => details(part, entry, version)).join('')}</NtryDtls></Ntry>`;
}

function details(
  part: Transaction,
  { parts, currency = 'EUR', direction = 'CRDT', reversal }: Entry,
  version: string,
): string {
  const {
    amount,
    payer = 'Mari Maasikas',
    iban = 'EE471000001020145685',
    reference,
    text,
    endToEnd = 'NOTPROVIDED',
  } = part;
  const amountXml = `<Amt Ccy="${currency}">${amount}</Amt>`;
  const partAmount = version === '02' ? `<AmtDtls><TxAmt>${amountXml}</TxAmt></AmtDtls>` : amountXml;
  const counterparty = (direction === 'CRDT') !== (reversal ?? false) ? 'Dbtr' : 'Cdtr';
  const name = `<Nm>${payer}</Nm>`;
  return `<TxDtls><Refs><EndToEndId>${endToEnd}</EndToEndId></Refs>
    ${parts ? partAmount : ''}
    <RltdPties><${counterparty}>${version === '02' ? name : `<Pty>${name}</Pty>`}</${counterparty}><${counterparty}Acct><Id><IBAN>${iban}</IBAN></Id></${counterparty}Acct></RltdPties>
    <RmtInf>${text === undefined ? '' : `<Ustrd>${text}</Ustrd>`}${
      reference === undefined
        ? ''
        : `<Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd>`
    }</RmtInf></TxDtls>`;
}
