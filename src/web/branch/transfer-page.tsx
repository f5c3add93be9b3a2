import { translatorOf } from '../../messages/translator.server.ts';
import type { BranchLink } from '../../shop/checkout/desk/branch-link.server.ts';
import type { BranchTransfers } from '../../shop/checkout/desk/branch-order.server.ts';
import type { Branch } from '../../shop/config/shop-config.ts';
import { HiddenFields } from '../plain-pages/plain-document.tsx';
import { BranchDocument, DeskLink, dayText } from './branch-document.tsx';

type Props = {
  branchTransfers: BranchTransfers;
  link: BranchLink;
  seen: string;
  branches: readonly Branch[];
  deskAddress: string | null;
  result?: string | null;
};

/** The tires that a branch must send for an order. `seen`: the order's version. The page does not name the buyer. */
export function TransferPage({
  branchTransfers: { number, to: receivingBranch, promisedOn, transfers },
  link,
  seen,
  branches,
  deskAddress,
  result,
}: Props) {
  const t = translatorOf('ee', 'branchPage');
  const title = t('sendTitle', {
    number,
    branch: branches.find(({ id }) => id === receivingBranch)?.name ?? receivingBranch,
  });
  return (
    <BranchDocument title={title} result={result}>
      <h1>{title}</h1>
      {transfers.length === 0 ? (
        <p>{t('sendNothing')}</p>
      ) : (
        <>
          <dl>
            <dt>{t('sendUntil')}</dt>
            <dd>{dayText(promisedOn)}</dd>
          </dl>
          <ul>
            {transfers.map((transfer) => (
              <li key={transfer.id}>
                <strong>
                  {transfer.count} × {transfer.title} {transfer.size}
                </strong>
              </li>
            ))}
          </ul>
          {deskAddress ? (
            <DeskLink address={deskAddress} />
          ) : (
            <form method="post" action="/branch" className="first">
              <HiddenFields fields={{ ...link, seen }} />
              <button type="submit" name="act" value="sent">
                {t('act.sent')}
              </button>
            </form>
          )}
        </>
      )}
    </BranchDocument>
  );
}
