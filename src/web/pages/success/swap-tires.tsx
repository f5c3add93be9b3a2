import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { tireName } from '../../../shop/catalog/tire/tire.ts';
import type { Replacements } from '../../../shop/checkout/delays/delay-answer.ts';
import { replacementsQuery } from '../../client/queries.ts';
import type { OrderKey } from '../../client/stores/stored.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { LabelLink } from '../../ui/label/label-link.tsx';
import { useDayText } from '../../ui/locale.ts';
import { FullSize, Price } from '../../ui/tire-facts.tsx';
import type { OrderActions } from './order-actions.tsx';

type Props = { orderKey: OrderKey; actions: OrderActions };

/** Offers other tires in place of late ones. Shows nothing if some of them cannot be replaced. */
export function SwapTires({ orderKey, actions }: Props) {
  const t = useTranslations('success.delay.swap');
  const { data } = useQuery(replacementsQuery(orderKey));
  const [chosenByLine, setChosenByLine] = useState<Record<string, string>>({});
  const [message, setMessage] = useState<string | null>(null);
  const lines = data?.lines ?? [];
  if (lines.length === 0 || lines.some(({ offers }) => offers.length === 0)) return null;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const swaps = lines.flatMap(({ id: lateTireId, offers }) => {
      const offer = offers.find(({ tire }) => tire.id === chosenByLine[lateTireId]);
      return offer ? [{ from: lateTireId, to: offer.tire.id, price: offer.price }] : [];
    });
    if (swaps.length < lines.length) return setMessage(t('choose'));
    const changedOrder = await actions.answerDelay({ answer: 'swap', swaps });
    if (changedOrder) focusHeading();
  }

  return (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold underline">{t('open')}</summary>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-2 grid max-w-xl gap-4">
        <p>{t('intro')}</p>
        {lines.map((line) => (
          <Offers
            key={line.id}
            line={line}
            chosen={chosenByLine[line.id]}
            onChoose={(id) => {
              setChosenByLine({ ...chosenByLine, [line.id]: id });
              setMessage(null);
            }}
          />
        ))}
        <div role="alert">{message && <p className="font-semibold text-bad">{message}</p>}</div>
        <button type="submit" disabled={actions.isBusy} className="button min-h-14">
          {t(actions.isBusy ? 'going' : 'go')}
        </button>
      </form>
    </details>
  );
}

type OffersProps = {
  line: Replacements['lines'][number];
  chosen: string | undefined;
  onChoose: (id: string) => void;
};

function Offers({ line, chosen, onChoose }: OffersProps) {
  const t = useTranslations('success.delay.swap');
  const dayText = useDayText();
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">
        {t('instead', { count: line.count, tire: `${line.title} ${line.size}` })}
      </legend>
      {line.offers.map(({ tire, price, day }) => (
        <div key={tire.id}>
          <label className="choice-card flex gap-3 p-3">
            <input
              type="radio"
              name={`swap-${line.id}`}
              value={tire.id}
              checked={chosen === tire.id}
              onChange={() => onChoose(tire.id)}
              className="choice"
            />
            <span className="min-w-0 flex-1">
              <strong>{tireName(tire)}</strong>
              <span className="tabular block">
                <FullSize tire={tire} />
              </span>
              <span className="block text-s">{t('offer', { day: dayText(day) })}</span>
            </span>
            <span className="tabular whitespace-nowrap">
              {line.count} × <Price euros={price} className="font-semibold" />
            </span>
          </label>
          <LabelLink tire={tire} className="px-3" />
        </div>
      ))}
    </fieldset>
  );
}
