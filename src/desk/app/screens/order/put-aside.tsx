import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DeskOrder } from '../../../../shop/desk/order/desk-order.ts';
import { useTexts } from '../../client/texts.tsx';
import { useOrder } from '../../client/use-order.ts';
import { ActButton } from '../../ui/act-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Panel, State, WhenLoaded } from '../../ui/parts.tsx';
import { PrintLink } from '../../ui/print-link.tsx';
import { Screen } from '../../ui/screen.tsx';

export default function PutAside() {
  const t = useTexts('putAside');
  const { number, query } = useOrder();
  return (
    <Screen title={t('title', { number })}>
      <WhenLoaded query={query}>{(order) => <Form order={order} />}</WhenLoaded>
    </Screen>
  );
}

function Form({ order }: { order: DeskOrder }) {
  const t = useTexts('putAside');
  const navigate = useNavigate();
  const { number, version, lines, status, tires, buyer } = order;
  const [shelf, setShelf] = useState(lines.find((line) => line.shelf)?.shelf ?? '');
  const linesHere = lines.filter((line) => line.here > 0);
  const marksReady = status === 'confirmed' && tires.state === 'here';
  const mustCall = marksReady && buyer.email === '';
  if (linesHere.length === 0) return <p className="text-l">{t('nothingHere')}</p>;
  return (
    <Panel title={buyer.name || t('tires')}>
      <ul className="mb-4">
        {linesHere.map((line) => (
          <li key={line.position} className="border-t border-line py-2 first:border-t-0">
            <span className="number font-semibold">{line.here} ×</span> {line.title}{' '}
            <span className="number whitespace-nowrap">{line.size}</span>
          </li>
        ))}
      </ul>
      <form
        className="grid max-w-md gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // The primary button is not a submit button, so Enter in the field presses it here.
          event.currentTarget.querySelector<HTMLElement>('[data-primary]:not([disabled])')?.click();
        }}
      >
        <Field label={t('shelf')} value={shelf} onChange={setShelf} maxLength={20} autoFocus />
        {mustCall && (
          <State wraps tone="warn">
            {t('call', { phone: buyer.phone })}
          </State>
        )}
        <ActButton
          act="put-aside"
          fields={{ number, shelf, marksReady }}
          shownVersion={version}
          look="primary"
          label={marksReady && !mustCall ? t('putAndTell') : t('put')}
          isDisabled={shelf.trim() === ''}
          onDone={() => void navigate(`/o/${number}`)}
        />
        <PrintLink path={`label/${number}`}>{t('label')}</PrintLink>
      </form>
    </Panel>
  );
}
