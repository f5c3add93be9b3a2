/** The number of a part of the size, as it stands in the drawing of the sidewall. Lists count by themselves, so it is not read out. */
export function PartNumber({ number }: { number: number }) {
  return (
    <span
      aria-hidden="true"
      className="inline-grid size-6 shrink-0 place-items-center rounded-full border border-ink bg-ink text-s font-bold text-paper"
    >
      {number}
    </span>
  );
}
