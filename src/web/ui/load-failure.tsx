type Props = { text: string; retryText: string; onRetry: () => void; className?: string };

export function LoadFailure({ text, retryText, onRetry, className }: Props) {
  return (
    <p role="alert" className={className}>
      {text}{' '}
      <button type="button" className="min-h-11 font-semibold underline" onClick={onRetry}>
        {retryText}
      </button>
    </p>
  );
}
