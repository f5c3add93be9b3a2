import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { DetailPart } from '../../../../shop/alerts/alert-detail.ts';
import { listRefusalText } from '../../../messages/list-refusal.ts';
import { nameOf, type Texts, useTexts } from '../../client/texts.tsx';
import { useFormat } from '../../ui/format.ts';
import { useJobName } from '../../ui/job-name.ts';
import { Panel, State } from '../../ui/parts.tsx';

type JsonPart = Exclude<DetailPart, { time: Date }> | { time: string };

/** `subject`: what the alert concerns, such as a supplier; may be empty. `parts`: a list for each of the `details`, whose parts are translated and linked; absent if no detail has such parts. */
export type Trouble = { kind: string; subject: string; count: number; details: string[]; parts?: JsonPart[][] };

export function Troubles({ rows }: { rows: Trouble[] }) {
  const t = useTexts('shop');
  const troubleName = useTexts('troubles');
  return (
    <Panel title={t('troubles')} count={rows.length}>
      {rows.length === 0 && <State tone="good">{t('noTroubles')}</State>}
      <ul>
        {rows.map((row) => (
          <li key={row.kind + row.subject} className="border-t border-line py-2 first:border-t-0">
            <State tone="bad">
              {nameOf(troubleName, row.kind)} {row.subject}
            </State>{' '}
            <span className="number">{row.count}</span>
            <ul className="number text-s text-quiet">
              {row.details.map((detail, index) => (
                <li key={detail} className="wrap-anywhere">
                  {row.parts?.[index] ? <Detail parts={row.parts[index]} /> : <span lang="en">{detail}</span>}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Detail({ parts }: { parts: JsonPart[] }) {
  const partText = usePartText();
  const positionedParts = parts.map((part, position) => ({ position, part }));
  return positionedParts.map(({ position, part }) => <span key={position}>{partText(part)}</span>);
}

type Review = keyof Texts['order']['review'];
type Finding = keyof Texts['money']['finding'];
type TransferState = keyof Texts['transfers']['state'];

function usePartText(): (part: JsonPart) => ReactNode {
  const orderText = useTexts('order');
  const calendarText = useTexts('calendar');
  const findingName = useTexts('money');
  const transferName = useTexts('transfers');
  const changeName = useTexts('changes');
  const listText = useTexts('priceList');
  const jobName = useJobName();
  const { branchName, dayAndTime, day, money } = useFormat();
  return (part) => {
    if (typeof part !== 'object') return part;
    if ('order' in part) return <DetailLink path="/o/" id={part.order} />;
    if ('purchase' in part) return <DetailLink path="/purchases/" id={part.purchase} />;
    if ('tire' in part) return <DetailLink path="/tires/" id={part.tire} />;
    if ('branch' in part) return branchName(part.branch);
    if ('time' in part) return dayAndTime(part.time);
    if ('day' in part) return day(part.day);
    if ('cents' in part) return money(part.cents);
    if ('missing' in part) return orderText('tires.missing', { count: part.missing });
    if ('bay' in part) return calendarText('bay', { bay: part.bay });
    if ('review' in part) return orderText(`review.${part.review as Review}`);
    if ('finding' in part) return findingName(`finding.${part.finding as Finding}`);
    if ('transfer' in part) return transferName(`state.${part.transfer as TransferState}`);
    if ('job' in part) return jobName(part.job);
    if ('listRefusal' in part) return listRefusalText(listText, part.listRefusal);
    return changeName(part.change);
  };
}

function DetailLink({ path, id }: { path: string; id: string }) {
  return (
    <Link to={`${path}${id}`} className="underline">
      {id}
    </Link>
  );
}
