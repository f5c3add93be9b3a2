import { useEffect, useRef, useState } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { read } from '../client/stored.ts';
import { useTexts } from '../client/texts.tsx';
import { Button } from '../ui/button.tsx';
import { places } from './navigation.ts';

/** Scanners type faster than people: the next character within this time belongs to a scan. */
const scanGapMs = 100;
const minScanLength = 5;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

function moveRow(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row === document.activeElement || row.contains(document.activeElement));
  all[at < 0 ? (step === 1 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + step))]?.focus();
}

/**
 * The keys of the desk, and scanners, which type a code and press Enter. Single letters can be switched off (WCAG 2.1.4); Ctrl+Enter
 * presses the primary button of the screen.
 */
export function Keys() {
  const navigate = useNavigate();
  const t = useTexts('keys');
  const place = useTexts('places');
  const [isHelpOpen, setHelpOpen] = useState(false);
  const typed = useRef({ text: '', at: 0, afterG: false });

  useEffect(() => {
    let pending: ReturnType<typeof setTimeout> | undefined;

    const single = (key: string) => {
      if (read('single-keys') === 'off') return;
      const { afterG } = typed.current;
      typed.current.afterG = key === 'g';
      if (afterG) {
        const target = places.find((candidate) => candidate.key === key);
        if (target) void navigate(target.path);
      } else if (key === '/') document.querySelector<HTMLInputElement>('[data-search]')?.focus();
      else if (key === 'j') moveRow(1);
      else if (key === 'k') moveRow(-1);
      else if (key === '?') setHelpOpen(true);
    };

    const onPrimaryKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // Else the focused button or choice would take the key as its own.
      event.stopPropagation();
      // A field for numbers takes what was typed when it loses the focus.
      if (event.target instanceof HTMLInputElement) event.target.blur();
      setTimeout(() => {
        const primary = document.querySelector<HTMLElement>('[role=dialog] [data-primary], main [data-primary]');
        if (primary && !primary.hasAttribute('disabled')) primary.click();
        else if (event.target instanceof HTMLElement) event.target.focus();
      });
    };

    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog]')) {
        if (isTyping(event.target)) (event.target as HTMLElement).blur();
        else void navigate(-1);
        return;
      }
      if (isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      // The time of the key, not of its handling: a busy page must not tear a scan apart.
      const now = event.timeStamp;
      const isFast = now - typed.current.at < scanGapMs;
      if (event.key === 'Enter') {
        const { text } = typed.current;
        if (isFast && text.length >= minScanLength) {
          event.preventDefault();
          void navigate(`/search?${new URLSearchParams({ text, open: '1' })}`);
        }
        typed.current.text = '';
        return;
      }
      if (event.key.length !== 1) return;
      typed.current.text = isFast ? typed.current.text + event.key : event.key;
      typed.current.at = now;
      clearTimeout(pending);
      if (isFast) return;
      const key = event.key;
      if (key === '/') {
        event.preventDefault();
        single(key);
        return;
      }
      // A letter is a shortcut only when no other character of a scan follows it.
      pending = setTimeout(() => single(key), scanGapMs);
    };

    addEventListener('keydown', onPrimaryKey, true);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onPrimaryKey, true);
      removeEventListener('keydown', onKey);
      clearTimeout(pending);
    };
  }, [navigate]);

  const keys: [string, string][] = [
    ['/', t('search')],
    ['Ctrl+Enter', t('primary')],
    ['j k', t('rows')],
    ['Enter', t('open')],
    ['Esc', t('back')],
    ...places.flatMap(({ key, name }): [string, string][] => (key ? [[`g ${key}`, place(name)]] : [])),
  ];
  return (
    <ModalOverlay
      isOpen={isHelpOpen}
      onOpenChange={setHelpOpen}
      isDismissable
      className="fixed inset-0 z-20 grid place-items-center bg-black/50 p-4"
    >
      <Modal className="max-h-full overflow-auto rounded-lg bg-sheet p-6">
        <Dialog className="grid gap-4">
          <Heading slot="title" className="text-l font-semibold">
            {t('title')}
          </Heading>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            {keys.map(([key, text]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-sm border border-edge px-2">{key}</kbd>
                </dt>
                <dd className="m-0">{text}</dd>
              </div>
            ))}
          </dl>
          <Button slot="close">{t('close')}</Button>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
