/** Amounts of money. */
import type { Money as MoneyValue } from '../../domain/records/money.ts'
import { noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'

export const Money = builder.objectRef<MoneyValue>('Money').implement({
  ...noScope,
  description: 'An amount with at most the decimals that ISO 4217 gives its currency.',
  fields: (t) => ({
    amount: t.expose('amount', { type: 'Decimal' }),
    currency: t.exposeString('currency'),
  }),
})

export const MoneyInput = builder.inputType('MoneyInput', {
  fields: (t) => ({
    amount: t.field({ type: 'Decimal', required: true }),
    currency: t.string({ required: true, description: 'A code of ISO 4217 such as CHF.' }),
  }),
})
