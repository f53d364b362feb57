const dayFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const formats = { day: dayFormat, month: monthFormat };

type Props = {
  /** `2026-01-31` */
  date: string;
  to?: keyof typeof formats;
  className?: string;
};

export function Day({ date, to = 'day', className }: Props) {
  return (
    <time dateTime={date} className={className}>
      {formats[to].format(new Date(date))}
    </time>
  );
}
