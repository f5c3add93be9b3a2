import { useState } from 'react';
import { useLiveQuery } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { useFormat } from '../../ui/format.ts';
import { Panel, WhenLoaded } from '../../ui/parts.tsx';

type LogEntry = {
  id: number;
  at: string;
  actor: string;
  station: string | null;
  act: string;
  subject: string;
  outcome: string;
};

export function Log() {
  const t = useTexts('log');
  const { time, actorName } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [login, setLogin] = useState('');
  const filter = new URLSearchParams(login.trim() === '' ? {} : { actor: `staff:${login.trim()}` });
  const query = useLiveQuery<LogEntry[]>(isOpen ? `/api/shop/log?${filter}` : null, []);
  return (
    <Panel title={t('title')}>
      {!isOpen && <Button onPress={() => setOpen(true)}>{t('open')}</Button>}
      {isOpen && (
        <>
          <Field label={t('login')} value={login} onChange={setLogin} maxLength={31} />
          <WhenLoaded query={query}>
            {(entries) => (
              <ul className="text-s">
                {entries.map((entry) => (
                  <li key={entry.id} className="flex flex-wrap gap-x-4 border-t border-line py-2 first:border-t-0">
                    <span className="number text-quiet">{time(entry.at)}</span>
                    <span className="font-semibold">{actorName(entry.actor)}</span>
                    <span>{entry.act}</span>
                    <span className="number">{entry.subject}</span>
                    <span className="text-quiet">{[entry.outcome, entry.station].filter(Boolean).join(', ')}</span>
                  </li>
                ))}
              </ul>
            )}
          </WhenLoaded>
        </>
      )}
    </Panel>
  );
}
