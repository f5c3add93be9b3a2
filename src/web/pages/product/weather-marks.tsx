import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** The snow and ice marks of the label, drawn and in words. */
export function WeatherMarks({ snow, ice }: { snow: boolean; ice: boolean }) {
  const words = useTranslations('label');
  if (!snow && !ice) return null;
  return (
    <ul className="mt-6 flex flex-wrap gap-x-8 gap-y-3">
      {snow && <Mark text={words('snow')} drawing={<Snow />} />}
      {ice && <Mark text={words('ice')} drawing={<Ice />} />}
    </ul>
  );
}

function Mark({ text, drawing }: { text: string; drawing: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <svg
        viewBox="0 0 48 48"
        width="48"
        height="48"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
        strokeLinecap="round"
        aria-hidden="true"
        className="shrink-0"
      >
        {drawing}
      </svg>
      {text}
    </li>
  );
}

/** Three peaks and a snowflake. */
function Snow() {
  return (
    <>
      <path d="M2 44 13 17l5 8 8-18 8 18 4-7 8 26z" />
      <path d="M25 27v14M19 30.5l12 7M31 30.5l-12 7" strokeWidth="2" />
    </>
  );
}

/** A crystal of ice. */
function Ice() {
  return (
    <>
      <path d="M24 4 40 15v18L24 44 8 33V15z" />
      <path d="M24 4v18l16 11M24 22 8 33" strokeWidth="2" />
    </>
  );
}
