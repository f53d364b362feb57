import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  type DocumentLayoutProps,
  getValueAtPath,
  type ObjectInputProps,
  type StringInputProps,
} from 'sanity';
import { DocumentPaneContext } from 'sanity/_singletons';
import { useDocumentPane } from 'sanity/structure';

/**
 * The latest value of the open document. The Studio renders header, footer and form anew on each keystroke, which takes
 * longer than a fast typist waits (sanity-io/sanity#5226). So they wait for a pause while somebody types, and only the
 * parts that subscribe to this value render at once.
 */
class TypedDocument {
  /** Whether the form lags behind this value. */
  isAhead = false;
  value: ObjectInputProps['value'];
  #listeners = new Set<() => void>();

  constructor(value?: ObjectInputProps['value']) {
    this.value = value;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  publish(value: ObjectInputProps['value']) {
    this.value = value;
    for (const listener of this.#listeners) listener();
  }
}

/** Stands for documents without a layout of ours. Their forms never lag. */
const none = new TypedDocument();

const TypedDocumentContext = createContext(none);

/** Excludes a form within the layout of another document, such as a compared version. */
export const OtherDocument = ({ children }: { children: ReactNode }) => (
  <TypedDocumentContext value={none}>{children}</TypedDocumentContext>
);

/** Lays out a document. While somebody types, all that depends on the document's pane renders with low priority. */
export function DocumentLayout(props: DocumentLayoutProps): ReactNode {
  const pane = useDocumentPane();
  const [typed] = useState(() => new TypedDocument(pane.value));
  const lastShown = useRef(pane);
  const isUpToDate = useDeferredValue(pane) === pane;
  // Moving to another field must not wait.
  const isDeferred = typed.isAhead && !isUpToDate && lastShown.current.focusPath === pane.focusPath;
  const shown = isDeferred ? lastShown.current : pane;
  useLayoutEffect(() => {
    lastShown.current = shown;
    if (isUpToDate) typed.isAhead = false;
    typed.publish(pane.value);
  }, [typed, shown, isUpToDate, pane.value]);
  const layout = useMemo(() => props.renderDefault(props), [props]);
  return (
    <TypedDocumentContext value={typed}>
      <DocumentPaneContext value={shown}>{layout}</DocumentPaneContext>
    </TypedDocumentContext>
  );
}

/** Returns the document as typed so far. The document in a form's properties may lag behind. */
export function useTypedDocument(formValue: ObjectInputProps['value']): ObjectInputProps['value'] {
  const typed = useContext(TypedDocumentContext);
  return useSyncExternalStore(typed.subscribe, () => (typed.isAhead ? typed.value : formValue));
}

/** Returns the properties of a text input with the text as typed so far. Typing in it does not wait for the form. */
export function useTypedText(props: StringInputProps): StringInputProps {
  const typed = useContext(TypedDocumentContext);
  const { path, value: formValue, elementProps } = props;
  const value = useSyncExternalStore(typed.subscribe, () => {
    const found = typed.isAhead ? getValueAtPath(typed.value, path) : formValue;
    return typeof found === 'string' ? found : undefined;
  });
  const onChange: typeof elementProps.onChange = (event) => {
    typed.isAhead = typed !== none;
    elementProps.onChange(event);
  };
  return { ...props, value, elementProps: { ...elementProps, value: value ?? '', onChange } };
}
