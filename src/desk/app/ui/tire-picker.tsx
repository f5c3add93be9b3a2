import { useEffect, useRef, useState } from 'react';
import type { Found, FoundTire } from '../../../shop/desk/search.ts';
import { useLiveQuery } from '../client/queries.ts';
import { useTexts } from '../client/texts.tsx';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { useFormat } from './format.ts';

export function TirePicker({
  label,
  autoFocus = false,
  onPick,
}: {
  label: string;
  autoFocus?: boolean;
  onPick: (tire: FoundTire) => void;
}) {
  const t = useTexts('tirePicker');
  const { money, branchName } = useFormat();
  const [text, setText] = useState('');
  const [searchedText, setSearchedText] = useState('');
  const query = useLiveQuery<Found>(
    searchedText ? `/api/search?${new URLSearchParams({ text: searchedText })}` : null,
    ['stock', 'orders'],
  );
  const pick = (tire: FoundTire) => {
    setText('');
    setSearchedText('');
    onPick(tire);
  };
  const tires = query.data?.tires ?? [];
  const [firstTire] = tires;
  // A scanned EAN finds exactly one tire, which is picked without a press.
  const scannedTire = searchedText !== '' && tires.length === 1 && firstTire?.exact ? firstTire : null;
  const latestPick = useRef(pick);
  latestPick.current = pick;
  useEffect(() => {
    if (scannedTire) latestPick.current(scannedTire);
  }, [scannedTire]);
  return (
    <div className="grid gap-2">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSearchedText(text.trim());
        }}
      >
        <Field
          label={label}
          value={text}
          onChange={setText}
          placeholder="205/55 R16"
          autoComplete="off"
          autoFocus={autoFocus}
        />
      </form>
      {searchedText !== '' && query.data && tires.length === 0 && <p role="status">{t('nothing')}</p>}
      <ul>
        {tires.map((tire) => (
          <li key={tire.id} className="border-t border-line">
            <button
              type="button"
              data-row
              onClick={() => pick(tire)}
              className="flex min-h-14 w-full cursor-pointer flex-wrap items-center gap-x-4 py-2 text-left hover:underline"
            >
              <span className="min-w-0 flex-1 basis-56 font-semibold">
                {tire.manufacturer} {tire.model} <span className="number inline-block font-normal">{tire.size}</span>
              </span>
              {tire.branches.map(({ branch: id, free }) => (
                <span key={id} className="number text-s">
                  {branchName(id)}: {free}
                </span>
              ))}
              <span className="number font-semibold">{money(tire.priceCents)}</span>
            </button>
          </li>
        ))}
      </ul>
      {tires.length > 0 && (
        <Button look="quiet" onPress={() => setSearchedText('')}>
          {t('close')}
        </Button>
      )}
    </div>
  );
}
