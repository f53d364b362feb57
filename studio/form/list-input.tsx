import { ArrowDownIcon } from '@sanity/icons/ArrowDown';
import { ArrowUpIcon } from '@sanity/icons/ArrowUp';
import { BookmarkIcon } from '@sanity/icons/Bookmark';
import { MenuItem } from '@sanity/ui/menu';
import { createContext, type KeyboardEvent, useContext, useEffect, useMemo, useRef, useState } from 'react';
import {
  type ArrayOfObjectsInputProps,
  type ItemProps,
  isObjectItemProps,
  type ObjectItemProps,
} from 'sanity';
import { textOf } from '#schemas/property.ts';
import { SaveSection, SectionButtons } from '#studio/saved-sections/saved-sections.tsx';

interface List {
  keys: string[];
  /** Whether the list is a page's sections. */
  isSections: boolean;
  move: ArrayOfObjectsInputProps['onItemMove'];
}

const ListContext = createContext<List | undefined>(undefined);

/** A list of objects. `ListItem` renders its items. */
export function ListInput(props: ArrayOfObjectsInputProps) {
  const { members, path } = props;
  const keys = members.map(({ key }) => key).join(' ');
  const isSections = path.length === 1 && path[0] === 'sections';
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  // Stays the same while somebody types in an item, so that the other items do not render.
  const list = useMemo((): List => {
    return { keys: keys.split(' '), isSections, move: (event) => latest.current.onItemMove(event) };
  }, [keys, isSections]);
  return (
    <ListContext value={list}>
      {props.renderDefault(isSections ? { ...props, arrayFunctions: SectionButtons } : props)}
    </ListContext>
  );
}

/** Renders a list item, which can be moved in its menu or with Alt and an arrow key. */
export function ListItem(props: ItemProps) {
  const list = useContext(ListContext);
  const isMovable = list && !props.readOnly && props.parentSchemaType.options?.sortable !== false;
  return isMovable && isObjectItemProps(props) ? (
    <MovableItem {...props} list={list} />
  ) : (
    props.renderDefault(props)
  );
}

function MovableItem({ list, ...props }: ObjectItemProps & { list: List }) {
  const { value, schemaType } = props;
  // Sanity does not update the index in the properties when the order changes.
  const index = list.keys.indexOf(value._key);
  const [isSaving, setSaving] = useState(false);
  const focused = useRef<Element>(null);
  const last = list.keys.length - 1;
  // The browser takes the focus from an element that moves.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs after the item has moved.
  useEffect(() => {
    if (focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [index]);
  const move = (by: number) => {
    const toIndex = index + by;
    if (toIndex >= 0 && toIndex <= last) list.move({ fromIndex: index, toIndex });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    // React also reports keys in the item's dialog here.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!by || !event.altKey || !isInside) return;
    event.preventDefault();
    event.stopPropagation();
    focused.current = document.activeElement;
    move(by);
  };
  const save = { text: 'Save for other pages…', icon: BookmarkIcon, onClick: () => setSaving(true) };
  const menuItems = [
    { text: 'Move up', icon: ArrowUpIcon, onClick: () => move(-1), disabled: index === 0 },
    { text: 'Move down', icon: ArrowDownIcon, onClick: () => move(1), disabled: index === last },
    ...(list.isSections ? [save] : []),
  ].map((item) => <MenuItem key={item.text} fontSize={1} {...item} />);
  const title = textOf(value, 'heading') ?? schemaType.title?.split('. ', 1)[0] ?? '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The keys work on the controls inside.
    <div onKeyDown={onKeyDown}>
      {props.renderDefault(Object.assign(props, { menuItems }))}
      {isSaving && <SaveSection section={value} suggestedTitle={title} onClose={() => setSaving(false)} />}
    </div>
  );
}
