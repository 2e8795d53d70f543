/** Quotes that are over, a line each, and what a revision changed against the one before it. */
import { Panel } from '../parts/panel.tsx'
import { StateTag } from '../parts/tag.tsx'
import { amountText, difference, moneyText } from '../text/money.ts'
import type { Quote, QuoteLine, Request } from './queries.ts'
import { QuoteConversation } from './quote-conversation.tsx'
import { QUOTE_WORDS, quoteName } from './request-words.ts'

interface EndedQuotesProps {
  readonly request: Request
  readonly quotes: readonly Quote[]
}

export const EndedQuotes = ({ request, quotes }: EndedQuotesProps) =>
  quotes.length > 0 && (
    <Panel title="Quotes that are over">
      <ul className="ended-quotes">
        {quotes.map((quote) => (
          <li key={quote.quoteId}>
            <span>
              <b className="mono">{quote.aircraft.registration}</b>{' '}
              <span className="small muted">{quoteName(quote)}</span>
            </span>
            <StateTag words={QUOTE_WORDS[quote.status]} />
            <span className="number">{moneyText(quote.gross)}</span>
            {quote.statusReason !== null && <span className="small muted">“{quote.statusReason}”</span>}
            <QuoteConversation request={request} quote={quote} />
          </li>
        ))}
      </ul>
    </Panel>
  )

const sumsByLabel = ({ lineList }: Quote): Map<string, QuoteLine> =>
  new Map(lineList.map((line) => [`${line.kind} ${line.label}`, line]))

const Compared = ({ before, after }: { readonly before: Quote; readonly after: Quote }) => {
  const [old, now] = [sumsByLabel(before), sumsByLabel(after)]
  const keys = [...new Set([...old.keys(), ...now.keys()])]
  const rows = [
    ...keys.map((key) => ({
      key,
      label: (now.get(key) ?? old.get(key))?.label ?? key,
      from: old.get(key)?.amount ?? null,
      to: now.get(key)?.amount ?? null,
      isSum: false,
    })),
    { key: 'net', label: 'Net', from: before.net, to: after.net, isSum: true },
    { key: 'tax', label: 'Tax', from: before.tax, to: after.tax, isSum: false },
    { key: 'gross', label: 'Gross', from: before.gross, to: after.gross, isSum: true },
  ]
  return (
    <table className="quote-lines compared">
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Revision {before.revision}</th>
          <th scope="col">Revision {after.revision}</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, from, to, isSum }) => {
          const changed = difference(from, to)
          return (
            <tr key={key} className={isSum ? 'quote-sum' : undefined}>
              <th scope="row">{label}</th>
              <td>{from ? amountText(from) : <span className="muted">none</span>}</td>
              <td>
                {to ? changed === null ? amountText(to) : <b>{amountText(to)}</b> : <span className="muted">none</span>}
              </td>
              <td>{changed}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** For each revision that stands, what it changed. */
export const Revisions = ({ quotes }: { readonly quotes: readonly Quote[] }) =>
  quotes.map((after) => {
    const before = quotes.find(
      ({ quoteNumber, revision }) => quoteNumber === after.quoteNumber && revision === after.revision - 1,
    )
    return (
      before &&
      before.gross.currency === after.gross.currency && (
        <Panel
          key={after.quoteId}
          title={`What revision ${after.revision} changed`}
          hint={`${after.quoteNumber}, ${after.gross.currency}`}
        >
          <Compared before={before} after={after} />
        </Panel>
      )
    )
  })
