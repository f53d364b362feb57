/** Returns a deep copy with all texts replaced by `change`. `name` is the property or list index that holds a text. */
export function withTexts<Value extends object>(
  value: Value,
  change: (text: string, name: string) => string,
): Value {
  const copy = structuredClone(value);
  changeTexts(copy, change);
  return copy;
}

function changeTexts(value: object, change: (text: string, name: string) => string): void {
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string') Reflect.set(value, name, change(member, name));
    else if (typeof member === 'object' && member !== null) changeTexts(member, change);
  }
}
