import { type RefObject, useState } from 'react';
import { controlIn } from '#web/components/field/field.tsx';

/** In display order. */
const billFields = ['name', 'phone', 'email', 'billNumber', 'amount'] as const;
export type BillField = (typeof billFields)[number];

/** Form fields by API field, for errors from the server. */
const apiFields: Record<string, BillField> = {
  customerName: 'name',
  customerPhone: 'phone',
  customerEmail: 'email',
  billNumber: 'billNumber',
  amount: 'amount',
};

export function useFieldErrors(form: RefObject<HTMLFormElement | null>) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  return {
    errors,
    /** Replaces all errors and moves the focus to the first field with an error. */
    showErrors(found: Record<string, string>): void {
      setErrors(found);
      const first = billFields.find((field) => found[field]);
      if (first) controlIn(form.current, first)?.focus();
    },
    clearError: (field: BillField) => setErrors(({ [field]: _cleared, ...others }) => others),
  };
}

/** Converts errors by API field to errors by form field. */
export function formErrors(errors: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([apiField, message]) => {
      const field = apiFields[apiField];
      return field ? [[field, message]] : [];
    }),
  );
}
