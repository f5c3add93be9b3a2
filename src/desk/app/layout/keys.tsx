import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { readSetting } from '../client/stored.ts';
import { navigationEntries } from './navigation.ts';

// The dialog is large, and most people need it once, so it is loaded when it is first opened.
const KeysHelp = lazy(() => import('./keys-help.tsx'));

/** A barcode scanner types faster than a person: a character within this time after the last one belongs to a scan. */
const scanGapMs = 100;
const minScanLength = 5;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const focusedIndex = rows.findIndex((row) => row.contains(document.activeElement));
  const firstIndex = step === 1 ? 0 : rows.length - 1;
  const nextIndex = focusedIndex < 0 ? firstIndex : focusedIndex + step;
  rows[Math.min(rows.length - 1, Math.max(0, nextIndex))]?.focus();
}

/** Handles barcode scans (a code, then Enter) and shortcuts. Shortcuts of characters alone, such as `g` and a key for a screen, can be switched off (WCAG 2.1.4). */
export function Keys() {
  const navigate = useNavigate();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const typed = useRef({ text: '', lastKeyMs: 0, isAfterG: false });

  useEffect(() => {
    let shortcutTimer: ReturnType<typeof setTimeout> | undefined;

    const runShortcut = (key: string) => {
      if (readSetting('single-keys') === 'off') return;
      const { isAfterG } = typed.current;
      typed.current.isAfterG = key === 'g';
      if (isAfterG) {
        const entry = navigationEntries.find((candidate) => candidate.key === key);
        if (entry) void navigate(entry.path);
      } else if (key === '/') document.querySelector<HTMLInputElement>('[data-search]')?.focus();
      else if (key === 'j') moveRow(1);
      else if (key === 'k') moveRow(-1);
      else if (key === '?') setHelpOpen(true);
    };

    const onPrimaryKey = (event: KeyboardEvent) => {
      const isPrimaryKey = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
      if (!isPrimaryKey) return;
      event.preventDefault();
      // Otherwise the focused button or choice would handle the key.
      event.stopPropagation();
      // A number field applies the typed text only when it loses the focus.
      if (event.target instanceof HTMLInputElement) event.target.blur();
      setTimeout(() => {
        const primary = document.querySelector<HTMLElement>('[role=dialog] [data-primary], main [data-primary]');
        if (primary && !primary.hasAttribute('disabled')) primary.click();
        else if (event.target instanceof HTMLElement) event.target.focus();
      });
    };

    const leaveFieldOrScreen = (target: EventTarget | null) => {
      if (isTyping(target)) (target as HTMLElement).blur();
      else void navigate(-1);
    };

    const onShortcutKey = (event: KeyboardEvent) => {
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (hasModifier || document.querySelector('[role=dialog]')) return;
      if (event.key === 'Escape' && !event.defaultPrevented) return leaveFieldOrScreen(event.target);
      if (isTyping(event.target)) return;
      // The time of the key press, not of its handling: a busy page must not split a scan.
      const now = event.timeStamp;
      const isFast = now - typed.current.lastKeyMs < scanGapMs;
      if (event.key === 'Enter') {
        const { text } = typed.current;
        if (isFast && text.length >= minScanLength) {
          event.preventDefault();
          void navigate(`/search?${new URLSearchParams({ text, open: '1' })}`);
        }
        typed.current.text = '';
        return;
      }
      const isCharacter = event.key.length === 1;
      if (!isCharacter) return;
      typed.current.text = isFast ? typed.current.text + event.key : event.key;
      typed.current.lastKeyMs = now;
      clearTimeout(shortcutTimer);
      if (isFast) return;
      const key = event.key;
      if (key === '/') {
        event.preventDefault();
        runShortcut(key);
        return;
      }
      // A letter is a shortcut only when no other character follows at once, as in a scan.
      shortcutTimer = setTimeout(() => runShortcut(key), scanGapMs);
    };

    addEventListener('keydown', onPrimaryKey, true);
    addEventListener('keydown', onShortcutKey);
    return () => {
      removeEventListener('keydown', onPrimaryKey, true);
      removeEventListener('keydown', onShortcutKey);
      clearTimeout(shortcutTimer);
    };
  }, [navigate]);

  return isHelpOpen ? (
    <Suspense>
      <KeysHelp onClose={() => setHelpOpen(false)} />
    </Suspense>
  ) : null;
}
