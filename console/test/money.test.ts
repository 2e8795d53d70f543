/** What the form of a quote adds up while it is typed is what the server reckons, to the minor unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priced } from '../../server/src/domain/operations/sales/quote-line.ts'
import { amountText, difference, lineAmount, totalsOf } from '../src/text/money.ts'

const LINES = [
  { quantity: '1.75', unitPrice: '4100.00', taxRate: '7.7' },
  { quantity: '3', unitPrice: '850', taxRate: '' },
  { quantity: '0.333333', unitPrice: '99.99', taxRate: '8.1' },
  { quantity: '1', unitPrice: '-175.50', taxRate: '2.6' },
  { quantity: '0.5', unitPrice: '0.01', taxRate: '50' },
]

for (const currency of ['EUR', 'JPY', 'KWD']) {
  test(`a quote in ${currency} is added up in the form as the server adds it up`, () => {
    const lines =
      currency === 'JPY' ? LINES.map((line) => ({ ...line, unitPrice: line.unitPrice.split('.')[0] ?? '' })) : LINES
    const reckoned = priced(
      lines.map(({ quantity, unitPrice, taxRate }) => ({
        kind: 'OTHER' as const,
        label: 'Line',
        quantity,
        unitPrice: { amount: unitPrice, currency },
        taxRate: taxRate || null,
      })),
    )
    const { net, tax, gross } = reckoned
    assert.deepEqual(totalsOf(lines, currency), { net, tax, gross })
    assert.deepEqual(
      lines.map((line) => lineAmount(line, currency)),
      reckoned.lineList.map(({ amount }) => amount),
    )
  })
}

test('amounts are grouped and keep every digit, and what changed has its sign', () => {
  assert.equal(amountText({ amount: '-1234567.80' }), '−1,234,567.80')
  assert.equal(amountText({ amount: '999' }), '999')
  const euros = (amount: string) => ({ amount, currency: 'EUR' })
  assert.equal(difference(euros('27870.00'), euros('27526.64')), '−343.36')
  assert.equal(difference(null, euros('640.00')), '+640.00')
  assert.equal(difference(euros('1.00'), euros('1.00')), null)
})

test('what cannot be read as an amount comes to nothing instead of something else', () => {
  for (const unitPrice of ['', 'abc', '1.234', '1e3']) {
    assert.equal(lineAmount({ quantity: '1', unitPrice, taxRate: '' }, 'EUR'), undefined)
  }
})
