/** An entry's detail, which is a JSON object, as names and values. */

const entriesOf = (text: string): readonly (readonly [string, unknown])[] => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? Object.entries(value) : [['', value]]
  } catch {
    return [['', text]]
  }
}

const spelled = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(spelled).join(' ')
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** What the row says by name; the CSV has it by id. */
const NAMED_ELSEWHERE = new Set(['clientId', 'application'])

export const Detail = ({ text }: { readonly text: string }) => {
  const entries = entriesOf(text).filter(([name, value]) => value !== null && !NAMED_ELSEWHERE.has(name))
  return (
    <span className="small">
      {entries.map(([name, value], index) => (
        <span key={name}>
          {index > 0 && ', '}
          <span className="muted">{name}</span> {spelled(value)}
        </span>
      ))}
    </span>
  )
}
