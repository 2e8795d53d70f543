/** How long a list that has no page usually is: what its items are reckoned at before a query runs. */
type Declared = { readonly extensions?: Readonly<Record<string, unknown>> }

/** Spread into a field's options, over what else it declares: `...usually(4, needs('crew:read'))`. */
export const usually = (rows: number, declared: Declared = {}): { extensions: Record<string, unknown> } => ({
  extensions: { ...declared.extensions, listSize: rows },
})

export const usualSize = (field: { readonly extensions: Readonly<Record<string, unknown>> }): number | null =>
  typeof field.extensions.listSize === 'number' ? field.extensions.listSize : null
