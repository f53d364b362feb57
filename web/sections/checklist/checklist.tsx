import { drawArt } from '#web/components/drawings/art.tsx';
import { Section } from '#web/components/section/section.tsx';
import { Tick } from '#web/components/ticked-list/ticked-list.tsx';
import { artProjection } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';

export const checklistFields = `
  points[]{_key, title, text},
  ${artProjection}
`;

export function Checklist(props: SectionProps<'checklist'>) {
  const art = drawArt(props);
  const list = (
    <ul className={art ? 'checks' : 'checks gap-x-8 sm:grid sm:grid-cols-2'}>
      {props.section.points.map(({ _key, title, text }) => (
        <li key={_key} className={art ? undefined : 'sm:last:odd:col-span-2'}>
          <Tick />
          <div>
            <h3 className="font-semibold max-md:mr-1.5 max-md:inline">{title}</h3>
            {text ? <p className="mt-1 text-muted max-md:mr-1.5 max-md:inline">{text}</p> : null}
          </div>
        </li>
      ))}
    </ul>
  );
  return (
    <Section {...props} head={art ? 'top' : 'left'}>
      {art ? (
        <div className="items-center cols">
          <div className="lg:col-span-6">{list}</div>
          <div className="mt-10 lg:col-span-5 lg:col-start-8 lg:mt-0">{art}</div>
        </div>
      ) : (
        list
      )}
    </Section>
  );
}
